#pragma once

#include <variant>

namespace paddle {

using std::get;
using std::holds_alternative;
using std::variant;

}  // namespace paddle
