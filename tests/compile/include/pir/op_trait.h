#pragma once

#include "pir/op_base.h"

namespace pir {

#define OPGEN_TRAIT(name) \
  class name : public OpTraitBase<name> {}

OPGEN_TRAIT(SameOperandsShapeTrait);
OPGEN_TRAIT(SameOperandsAndResultShapeTrait);
OPGEN_TRAIT(SameOperandsElementTypeTrait);
OPGEN_TRAIT(SameOperandsAndResultElementTypeTrait);
OPGEN_TRAIT(SameOperandsAndResultTypeTrait);
OPGEN_TRAIT(SameTypeOperandsTrait);
OPGEN_TRAIT(OneResultTrait);
OPGEN_TRAIT(SideEffectTrait);

}  // namespace pir
