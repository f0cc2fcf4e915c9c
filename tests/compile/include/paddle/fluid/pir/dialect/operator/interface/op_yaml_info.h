#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "paddle/fluid/pir/dialect/operator/utils/op_yaml_info_util.h"
#include "pir/op_base.h"

using OpInfoTuple = std::tuple<
    std::vector<paddle::dialect::OpInputInfo>, std::vector<paddle::dialect::OpAttributeInfo>,
    std::vector<paddle::dialect::OpOutputInfo>, paddle::dialect::OpRunTimeInfo, std::string>;

namespace paddle::dialect {

class OpYamlInfoInterface : public pir::OpInterfaceBase<OpYamlInfoInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] OpInfoTuple (*get_op_info)() = &Op::GetOpInfo;
  }
};

}  // namespace paddle::dialect
