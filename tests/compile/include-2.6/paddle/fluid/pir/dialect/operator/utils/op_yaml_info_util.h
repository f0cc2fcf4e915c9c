#pragma once

#include_next <paddle/fluid/pir/dialect/operator/utils/op_yaml_info_util.h>

namespace paddle::dialect {

struct OpRunTimeInfo {
  OpRunTimeInfo(
      const std::string& infer_meta_func, const std::vector<std::string>& infer_meta_param,
      const std::string& kernel_func, const std::vector<std::string>& kernel_param,
      const std::vector<std::string>& dtype, const std::vector<std::string>& backend, const NamePairs& inplace,
      const NamePairs& view);
};

}  // namespace paddle::dialect
