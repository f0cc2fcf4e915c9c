#pragma once

#include "pir/builtin_attribute.h"
