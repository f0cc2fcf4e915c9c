#pragma once

#include <string>

#include "paddle/phi/common/data_type.h"
#include "pir/op_base.h"

namespace paddle::dialect {

class GetKernelTypeForVarInterface : public pir::OpInterfaceBase<GetKernelTypeForVarInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] phi::DataType (*get_kernel_type_for_var)(
        const std::string& var, const phi::DataType& tensor, const phi::DataType& expected_kernel) =
        &Op::GetKernelTypeForVar;
  }
};

}  // namespace paddle::dialect
