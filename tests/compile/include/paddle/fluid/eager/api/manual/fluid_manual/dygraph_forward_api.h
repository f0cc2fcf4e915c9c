#pragma once

#include "paddle/phi/api/include/tensor.h"
