#pragma once

#include "paddle/fluid/primitive/primitive/generated_primitive.h"
