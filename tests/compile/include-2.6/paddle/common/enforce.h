#pragma once

#include <exception>
#include <string>

#include "paddle/common/errors.h"

namespace phi::enforce {

struct EnforceNotMet : std::exception {
  EnforceNotMet(const ::common::ErrorSummary&, const char* file, int line);
};

}  // namespace phi::enforce

#define PADDLE_THROW(...) throw ::phi::enforce::EnforceNotMet(__VA_ARGS__, __FILE__, __LINE__)

namespace pir {

struct IrNotMetException : std::exception {
  explicit IrNotMetException(const std::string&);
};

// A format and its arguments.
template <typename... Args>
std::string Sprintf(const char*, const Args&...);

}  // namespace pir

#define IR_THROW(...) throw ::pir::IrNotMetException(::pir::Sprintf(__VA_ARGS__))
