#pragma once

#include "pir/op_base.h"
