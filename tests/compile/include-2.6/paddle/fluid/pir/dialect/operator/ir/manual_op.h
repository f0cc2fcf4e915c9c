// Operations whose classes are not generated: what generated code makes of them, and the parts of them that are
// generated.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/fluid/framework/infershape_utils.h"
#include "paddle/fluid/pir/dialect/operator/interface/decomp.h"
#include "paddle/fluid/pir/dialect/operator/interface/get_kernel_type_for_var.h"
#include "paddle/fluid/pir/dialect/operator/interface/infermeta.h"
#include "paddle/fluid/pir/dialect/operator/interface/op_yaml_info.h"
#include "paddle/fluid/pir/dialect/operator/interface/vjp.h"
#include "paddle/fluid/pir/dialect/operator/trait/inplace.h"
#include "pir/builder.h"
#include "pir/op_base.h"

namespace paddle::dialect {

class AddNOp : public pir::Op<AddNOp, OpYamlInfoInterface, InferMetaInterface, VjpInterface, DecompInterface> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value inputs);
  static std::vector<std::vector<pir::OpResult>> Decomp(pir::Operation*);
  pir::Value inputs();
  pir::OpResult out();
};

class AddN_Op : public pir::Op<AddN_Op, OpYamlInfoInterface, InferMetaInterface, InplaceTrait> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value inputs);
};

class AddNWithKernelOp : public pir::Op<AddNWithKernelOp, OpYamlInfoInterface, InferMetaInterface> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value inputs);
};

class ExpandOp
    : public pir::Op<ExpandOp, OpYamlInfoInterface, InferMetaInterface, VjpInterface, GetKernelTypeForVarInterface> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, const std::vector<int64_t>& shape = {});
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, pir::Value shape);
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, pir::AttributeMap);
};

class SplitGradOp : public pir::Op<SplitGradOp, OpYamlInfoInterface> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value, float axis = 0);
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value out_grad, pir::Value axis);
};

}  // namespace paddle::dialect
