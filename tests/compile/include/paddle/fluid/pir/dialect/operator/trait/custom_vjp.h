#pragma once

#include "pir/op_base.h"

namespace paddle::dialect {

class CustomVjpTrait : public pir::OpTraitBase<CustomVjpTrait> {};

}  // namespace paddle::dialect
