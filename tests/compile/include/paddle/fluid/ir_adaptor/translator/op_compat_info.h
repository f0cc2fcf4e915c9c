#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace paddle::translator {

class OpNameNormalizer {
  OpNameNormalizer();

  std::unordered_map<std::string, std::string> op_name_mappings;
  std::unordered_map<std::string, std::unordered_map<std::string, std::string>> op_arg_name_mappings;
  std::unordered_map<std::string, std::unordered_map<std::string, std::vector<std::string>>> op_mutable_attribute_infos;
  std::unordered_map<std::string, std::unordered_set<std::string>> op_mutable_attributes;
};

}  // namespace paddle::translator
