#pragma once

#include "pir/builtin_op.h"
