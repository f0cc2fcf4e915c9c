#pragma once

#include <exception>

#include "paddle/common/errors.h"
#include "paddle/common/macros.h"
#include "paddle/utils/variant.h"

namespace phi::enforce {

struct EnforceNotMet : std::exception {
  EnforceNotMet(const common::ErrorSummary&, const char* file, int line);
};

}  // namespace phi::enforce

#define PADDLE_THROW(...) throw ::phi::enforce::EnforceNotMet(__VA_ARGS__, __FILE__, __LINE__)
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
