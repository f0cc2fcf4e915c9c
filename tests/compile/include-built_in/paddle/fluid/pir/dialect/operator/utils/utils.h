// Operations that generated files make themselves. The built-in YAML does not have them, so that the header of classes,
// which includes this one, does not have their classes.
#pragma once

#include_next <paddle/fluid/pir/dialect/operator/utils/utils.h>

#include "pir/builder.h"
#include "pir/op_base.h"

namespace paddle::dialect {

class FullOp : public pir::Op<FullOp> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(
      pir::Builder&, pir::OperationArgument&, const std::vector<int64_t>& shape, float value,
      phi::DataType = phi::DataType::FLOAT32, const phi::Place& = phi::CPUPlace());
};

class FullIntArrayOp : public pir::Op<FullIntArrayOp> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(
      pir::Builder&, pir::OperationArgument&, const std::vector<int64_t>& value,
      phi::DataType = phi::DataType::FLOAT32, const phi::Place& = phi::CPUPlace());
};

}  // namespace paddle::dialect
