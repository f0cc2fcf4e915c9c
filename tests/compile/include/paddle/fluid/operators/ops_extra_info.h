#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "paddle/fluid/framework/type_defs.h"

namespace paddle::operators {

template <typename T>
struct ExtraAttrChecker {
  ExtraAttrChecker(const std::string& attr, T value);
  void operator()(framework::AttributeMap*, bool only_check_exist_value);
};

class ExtraInfoUtils {
  ExtraInfoUtils();

  std::unordered_map<std::string, framework::AttributeMap> g_extra_attrs_map_;
  std::unordered_map<std::string, std::vector<std::function<void(framework::AttributeMap*, bool)>>>
      g_extra_attrs_checker_;
};

}  // namespace paddle::operators
