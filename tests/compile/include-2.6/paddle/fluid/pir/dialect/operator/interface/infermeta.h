#pragma once

#include "paddle/phi/core/infermeta_utils.h"
#include "pir/op_base.h"

namespace paddle::dialect {

class InferMetaInterface : public pir::OpInterfaceBase<InferMetaInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] void (*infer_meta)(phi::InferMetaContext*) = &Op::InferMeta;
  }
};

}  // namespace paddle::dialect
