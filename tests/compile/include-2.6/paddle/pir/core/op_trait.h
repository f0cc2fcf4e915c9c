#pragma once

#include "pir/op_trait.h"
