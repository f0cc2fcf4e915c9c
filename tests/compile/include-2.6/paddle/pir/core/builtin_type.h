#pragma once

#include "pir/builtin_type.h"
