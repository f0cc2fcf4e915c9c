#pragma once

#include_next <paddle/fluid/prim/utils/static/desc_tensor.h>

#include "paddle/phi/core/flags.h"
