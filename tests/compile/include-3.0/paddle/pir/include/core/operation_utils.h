#pragma once

#include "pir/operation_utils.h"
