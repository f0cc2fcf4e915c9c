// Operations that generated files make themselves. The built-in YAML does not have them.
#pragma once

#include_next <paddle/fluid/pir/dialect/operator/ir/manual_op.h>

namespace paddle::dialect {

class FullOp : public pir::Op<FullOp, InferMetaInterface, OpYamlInfoInterface, GetKernelTypeForVarInterface> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(
      pir::Builder&, pir::OperationArgument&, const std::vector<int64_t>& shape, float value,
      phi::DataType = phi::DataType::FLOAT32, const phi::Place& = phi::CPUPlace());
};

class FullIntArrayOp
    : public pir::Op<FullIntArrayOp, InferMetaInterface, OpYamlInfoInterface, GetKernelTypeForVarInterface> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(
      pir::Builder&, pir::OperationArgument&, const std::vector<int64_t>& value,
      phi::DataType = phi::DataType::FLOAT32, const phi::Place& = phi::CPUPlace());
};

}  // namespace paddle::dialect
