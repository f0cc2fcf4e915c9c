// Attributes and variables of operators.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "paddle/phi/common/scalar.h"
#include "paddle/utils/blank.h"
#include "paddle/utils/variant.h"

// From 3.0 on, wheels have the headers of PIR.
#if __has_include("paddle/pir/include/core/value.h")
#include "paddle/pir/include/core/program.h"
#include "paddle/pir/include/core/value.h"
#else
namespace pir {
class Block;
class Value {
  void* impl_;
};
}  // namespace pir
#endif

namespace paddle::framework {

class BlockDesc;
class VarDesc;

using VariableNameMap = std::map<std::string, std::vector<std::string>>;
using Attribute =
    paddle::variant<paddle::blank, int, float, std::string, std::vector<int>, std::vector<float>, std::vector<std::string>,
                    bool, std::vector<bool>, BlockDesc*, int64_t, std::vector<BlockDesc*>, std::vector<int64_t>,
                    std::vector<double>, VarDesc*, std::vector<VarDesc*>, double, experimental::Scalar,
                    std::vector<experimental::Scalar>, ::pir::Block*, std::vector<::pir::Value>
#if __has_include("paddle/pir/include/core/value.h")
                    ,
                    std::shared_ptr<::pir::Program>
#endif
                    >;
using AttributeMap = std::unordered_map<std::string, Attribute>;

}  // namespace paddle::framework
