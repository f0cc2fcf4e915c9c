#pragma once

#include <vector>

#include "paddle/phi/core/infermeta_utils.h"
#include "pir/op_base.h"

namespace paddle::dialect {

class InferMetaInterface : public pir::OpInterfaceBase<InferMetaInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] void (*infer_meta)(phi::InferMetaContext*) = &Op::InferMeta;
    [[maybe_unused]] std::vector<pir::Type> (*infer_meta_by_value)(
        const std::vector<pir::Value>&, pir::AttributeMap*) = &Op::InferMeta;
  }
};

}  // namespace paddle::dialect
