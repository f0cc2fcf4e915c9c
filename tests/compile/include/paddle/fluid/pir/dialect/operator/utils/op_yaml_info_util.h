#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pir/builtin_attribute.h"
#include "pir/builtin_type.h"

namespace paddle::dialect {

struct OpInputInfo {
  OpInputInfo(
      const std::string& name, const std::string& type, bool optional, bool no_need_buffer, bool is_mutable_attribute,
      bool with_grad_semantic);
};

struct OpOutputInfo {
  OpOutputInfo(const std::string& name, const std::string& type, bool optional, bool intermediate);
};

struct OpAttributeInfo {
  OpAttributeInfo(const std::string& name, const std::string& type, const std::string& data_type);
};

using NamePairs = std::vector<std::pair<std::string, std::string>>;

}  // namespace paddle::dialect
