#pragma once

#include "pir/op_trait.h"

namespace pir {

OPGEN_TRAIT(ImmutableLayoutTrait);

}  // namespace pir
