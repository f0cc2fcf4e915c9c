#pragma once

#include "paddle/fluid/eager/api/utils/global_utils.h"
