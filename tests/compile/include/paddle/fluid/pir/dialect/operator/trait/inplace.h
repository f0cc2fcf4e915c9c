#pragma once

#include "pir/op_base.h"

namespace paddle::dialect {

class InplaceTrait : public pir::OpTraitBase<InplaceTrait> {};

}  // namespace paddle::dialect
