#pragma once

#include "paddle/common/enforce.h"
#include "paddle/common/errors.h"
#include "paddle/common/macros.h"
#include "paddle/utils/variant.h"

#define PADDLE_ENFORCE_NOT_NULL(value, ...)            \
  do {                                                 \
    if ((value) == nullptr) PADDLE_THROW(__VA_ARGS__); \
  } while (0)
#define PADDLE_ENFORCE_EQ(left, right, ...)              \
  do {                                                   \
    if (!((left) == (right))) PADDLE_THROW(__VA_ARGS__); \
  } while (0)
#define PADDLE_GET(type, value) ::paddle::get<type>(value)
#define PADDLE_GET_CONST(type, value) ::paddle::get<type>(value)
