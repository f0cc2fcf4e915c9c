#pragma once

#include <exception>

#include "paddle/common/errors.h"

namespace phi::enforce {

struct EnforceNotMet : std::exception {
  EnforceNotMet(const ::common::ErrorSummary&, const char* file, int line);
};

}  // namespace phi::enforce

#define PADDLE_THROW(...) throw ::phi::enforce::EnforceNotMet(__VA_ARGS__, __FILE__, __LINE__)
