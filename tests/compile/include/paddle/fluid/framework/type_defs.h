#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "paddle/phi/common/scalar.h"
#include "paddle/utils/variant.h"

namespace paddle::framework {

class BlockDesc;
class VarDesc;

using VariableNameMap = std::map<std::string, std::vector<std::string>>;
using Attribute = paddle::variant<
    std::monostate, int, float, std::string, std::vector<int>, std::vector<float>, std::vector<std::string>, bool,
    std::vector<bool>, BlockDesc*, int64_t, std::vector<BlockDesc*>, std::vector<int64_t>, std::vector<double>,
    VarDesc*, std::vector<VarDesc*>, double, paddle::experimental::Scalar, std::vector<paddle::experimental::Scalar>>;
using AttributeMap = std::unordered_map<std::string, Attribute>;

}  // namespace paddle::framework
