#pragma once

#include <string>

#include "paddle/utils/flags.h"
#include "paddle/utils/test_macros.h"

#define PHI_DECLARE_bool(name) PD_DECLARE_VARIABLE(bool, name)
#define PHI_DECLARE_string(name) PD_DECLARE_VARIABLE(std::string, name)
