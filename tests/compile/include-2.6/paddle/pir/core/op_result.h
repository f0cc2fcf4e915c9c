#pragma once

#include "pir/op_result.h"
