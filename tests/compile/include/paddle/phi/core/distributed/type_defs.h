#pragma once

#include <utility>
#include <vector>

#include "paddle/utils/variant.h"

namespace phi::distributed {

class TensorDistAttr;
using ArgDistAttr = paddle::variant<TensorDistAttr, std::vector<TensorDistAttr>>;
using SpmdInfo = std::pair<std::vector<ArgDistAttr>, std::vector<ArgDistAttr>>;

}  // namespace phi::distributed
