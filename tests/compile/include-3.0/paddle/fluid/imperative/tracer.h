#pragma once

#include <string>

#include "paddle/fluid/imperative/amp_auto_cast.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/place.h"

namespace paddle::imperative {

class Tracer;

}  // namespace paddle::imperative
