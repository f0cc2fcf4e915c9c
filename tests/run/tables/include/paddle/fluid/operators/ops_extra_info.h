// The part that generated code needs of a header that is missing from an installed framework.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace paddle {
namespace framework {
using Attribute = std::variant<bool, int, int64_t, float, double, std::string, std::vector<int>, std::vector<int64_t>,
                               std::vector<float>, std::vector<double>, std::vector<std::string>>;
using AttributeMap = std::unordered_map<std::string, Attribute>;
}  // namespace framework

namespace operators {

using Checker = std::function<void(framework::AttributeMap*, bool)>;

/// Like the framework's class, it does not copy the name.
template <typename T>
struct ExtraAttrChecker {
  ExtraAttrChecker(const std::string& name, T value) : name(name), value(std::move(value)) {}

  void operator()(framework::AttributeMap* attrs, bool only_existing) const {
    auto found = attrs->find(name);
    if (found != attrs->end()) {
      std::get<T>(found->second);
    } else if (!only_existing) {
      attrs->emplace(name, value);
    }
  }

  const std::string& name;
  T value;
};

class ExtraInfoUtils {
 public:
  ExtraInfoUtils();

  std::unordered_map<std::string, framework::AttributeMap> g_extra_attrs_map_;
  std::unordered_map<std::string, std::vector<Checker>> g_extra_attrs_checker_;
};

}  // namespace operators
}  // namespace paddle
