#pragma once

#include "paddle/fluid/primitive/backend/generated/generated_backend.h"
