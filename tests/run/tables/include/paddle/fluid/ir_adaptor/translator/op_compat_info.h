// The tables of a class whose header is missing from an installed framework, in their order in memory there.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace paddle {
namespace translator {

class OpNameNormalizer {
 public:
  OpNameNormalizer();

  std::unordered_map<std::string, std::string> op_name_mappings;
  std::unordered_map<std::string, std::unordered_map<std::string, std::string>> op_arg_name_mappings;
  std::unordered_map<std::string, std::unordered_map<std::string, std::vector<std::string>>> op_mutable_attribute_infos;
  std::unordered_map<std::string, std::unordered_set<std::string>> op_mutable_attributes;
};

}  // namespace translator
}  // namespace paddle
