#pragma once

// What generated files use of the headers that the framework includes here.
#include "paddle/phi/core/compat/convert_utils.h"
