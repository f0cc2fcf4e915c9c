#pragma once

#include_next <paddle/phi/api/lib/kernel_dispatch.h>

#include "paddle/phi/core/device_context.h"
