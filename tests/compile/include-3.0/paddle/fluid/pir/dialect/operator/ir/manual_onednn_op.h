#pragma once

#ifdef PADDLE_WITH_DNNL

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/fluid/pir/dialect/operator/ir/manual_op.h"
#include "paddle/fluid/pir/dialect/operator/trait/onednn.h"

namespace paddle::onednn::dialect {

class ExpandOp : public pir::Op<
                     ExpandOp, paddle::dialect::OpYamlInfoInterface, paddle::dialect::InferMetaInterface,
                     paddle::dialect::InferSymbolicShapeInterface, paddle::dialect::VjpInterface,
                     paddle::dialect::GetKernelTypeForVarInterface, paddle::dialect::OneDNNTrait> {
 public:
  using Op::Op;
  static const char* name();
  static void Build(
      pir::Builder&, pir::OperationArgument&, pir::Value x, const std::vector<int64_t>& shape = {},
      const std::string& mkldnn_data_type = "float32");
  static void Build(
      pir::Builder&, pir::OperationArgument&, pir::Value x, pir::Value shape,
      const std::string& mkldnn_data_type = "float32");
  static void Build(pir::Builder&, pir::OperationArgument&, pir::Value x, pir::AttributeMap);
};

}  // namespace paddle::onednn::dialect

#endif
