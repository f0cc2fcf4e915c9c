#pragma once

#include <string>

namespace common {

class ErrorSummary {
 public:
  const std::string& error_message() const;
};

// The arguments of a format: what `std::ostream` prints.
namespace errors {

template <typename... Args>
ErrorSummary InvalidArgument(Args...);
template <typename... Args>
ErrorSummary NotFound(Args...);
template <typename... Args>
ErrorSummary OutOfRange(Args...);
template <typename... Args>
ErrorSummary AlreadyExists(Args...);
template <typename... Args>
ErrorSummary ResourceExhausted(Args...);
template <typename... Args>
ErrorSummary PreconditionNotMet(Args...);
template <typename... Args>
ErrorSummary PermissionDenied(Args...);
template <typename... Args>
ErrorSummary ExecutionTimeout(Args...);
template <typename... Args>
ErrorSummary Unimplemented(Args...);
template <typename... Args>
ErrorSummary Unavailable(Args...);
template <typename... Args>
ErrorSummary Fatal(Args...);
template <typename... Args>
ErrorSummary External(Args...);

}  // namespace errors
}  // namespace common

namespace phi::errors {
using namespace common::errors;  // NOLINT
}  // namespace phi::errors

namespace paddle::platform::errors {
using namespace common::errors;  // NOLINT
}  // namespace paddle::platform::errors
