#pragma once

#include <exception>

#include "paddle/common/errors.h"

namespace common::enforce {

struct EnforceNotMet : std::exception {
  EnforceNotMet(const ::common::ErrorSummary&, const char* file, int line);
};

}  // namespace common::enforce

#define PADDLE_THROW(...) throw ::common::enforce::EnforceNotMet(__VA_ARGS__, __FILE__, __LINE__)
