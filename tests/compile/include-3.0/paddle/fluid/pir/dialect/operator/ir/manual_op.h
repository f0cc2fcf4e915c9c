// Operations whose classes are not generated: what generated code makes of them, and the parts of them that are
// generated.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/fluid/framework/infershape_utils.h"
#include "paddle/fluid/pir/dialect/operator/interface/decomp.h"
#include "paddle/fluid/pir/dialect/operator/interface/get_kernel_type_for_var.h"
#include "paddle/fluid/pir/dialect/operator/interface/infer_symbolic_shape/infer_symbolic_shape.h"
#include "paddle/fluid/pir/dialect/operator/interface/infermeta.h"
#include "paddle/fluid/pir/dialect/operator/interface/op_yaml_info.h"
#include "paddle/fluid/pir/dialect/operator/interface/vjp.h"
#include "paddle/fluid/pir/dialect/operator/trait/forward_only.h"
#include "paddle/fluid/pir/dialect/operator/trait/inplace.h"
#include "paddle/phi/core/infermeta_utils.h"
#include "pir/builder.h"
#include "pir/op_base.h"
#include "pir/op_trait.h"

namespace paddle::dialect {

class AddN_Op : public pir::Op<AddN_Op, OpYamlInfoInterface, InferMetaInterface, InplaceTrait> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value inputs);
};

class AssignOut_Op : public pir::Op<
                         AssignOut_Op, OpYamlInfoInterface, InferMetaInterface, InferSymbolicShapeInterface,
                         VjpInterface, GetKernelTypeForVarInterface, InplaceTrait, pir::SideEffectTrait> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, pir::Value output);
  void CacheGradOpSymbolicShape(pir::InferSymbolicShapeContext*);
};

class ExpandOp : public pir::Op<
                     ExpandOp, OpYamlInfoInterface, InferMetaInterface, InferSymbolicShapeInterface, VjpInterface,
                     GetKernelTypeForVarInterface> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, const std::vector<int64_t>& shape = {});
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, pir::Value shape);
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, pir::AttributeMap);
  static std::vector<pir::Type> InferMeta(const std::vector<pir::Value>&, pir::AttributeMap*);
  void CacheGradOpSymbolicShape(pir::InferSymbolicShapeContext*);
};

class IncrementOp : public pir::Op<
                        IncrementOp, OpYamlInfoInterface, InferMetaInterface, InferSymbolicShapeInterface,
                        VjpInterface, GetKernelTypeForVarInterface> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, float value = 1.0);
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, pir::AttributeMap);
};

class Increment_Op : public pir::Op<
                         Increment_Op, OpYamlInfoInterface, InferMetaInterface, InferSymbolicShapeInterface,
                         VjpInterface, GetKernelTypeForVarInterface, InplaceTrait> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, float value = 1.0);
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
