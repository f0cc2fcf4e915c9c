#pragma once

#include <tuple>

#include "differences.h"
#include "paddle/fluid/pir/dialect/operator/ir/op_type.h"
#include "paddle/fluid/pir/dialect/operator/utils/utils.h"
#include "paddle/phi/common/backend.h"
#include "paddle/phi/common/data_type.h"
#include "pir/op_base.h"

using KernelKeyTuple = std::tuple<phi::DataType, phi::Backend>;

namespace paddle::dialect {

class ParseKernelKeyInterface : public pir::OpInterfaceBase<ParseKernelKeyInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] KernelKeyTuple (*parse_kernel_key)(pir::Operation*) = &Op::ParseKernelKey;
  }
};

KernelKeyTuple UniqueOpParseKernelKey(pir::Operation*);

}  // namespace paddle::dialect
