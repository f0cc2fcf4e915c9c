#pragma once

#include "paddle/phi/api/include/tensor.h"

namespace egr {

class EagerVariable;

}  // namespace egr
