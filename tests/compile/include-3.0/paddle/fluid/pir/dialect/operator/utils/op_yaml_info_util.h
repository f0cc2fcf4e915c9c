#pragma once

#include_next <paddle/fluid/pir/dialect/operator/utils/op_yaml_info_util.h>

#include "pir/operation_utils.h"

namespace paddle::dialect {

struct OpRunTimeInfo {
  OpRunTimeInfo(
      const std::string& infer_meta_func, const std::vector<std::string>& infer_meta_param,
      const std::string& kernel_func, const std::vector<std::string>& kernel_param,
      const std::vector<std::string>& dtype, const std::vector<std::string>& backend, const NamePairs& inplace,
      const NamePairs& view, const std::vector<std::string>& extra_args = {},
      const std::vector<std::string>& skip_transform_inputs = {},
      const pir::AttributeMap& extra_args_default_value = {{}},
      const std::vector<std::string>& data_format_tensors = {}, bool is_onednn_only = false,
      bool dynamic_fallback = false);
};

}  // namespace paddle::dialect
