#pragma once

#include "pir/op_base.h"

namespace paddle::dialect {

class ForwardOnlyTrait : public pir::OpTraitBase<ForwardOnlyTrait> {};

}  // namespace paddle::dialect
