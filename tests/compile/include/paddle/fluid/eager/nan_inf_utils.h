#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "paddle/fluid/eager/type_defs.h"
#include "paddle/phi/api/include/tensor.h"
#include "paddle/utils/optional.h"
#include "paddle/utils/small_vector.h"

namespace egr {

using paddle::Tensor;

void CheckTensorHasNanOrInf(const std::string& api, const Tensor&);
void CheckTensorHasNanOrInf(const std::string& api, const paddle::optional<Tensor>&);
void CheckTensorHasNanOrInf(const std::string& api, const std::vector<Tensor>&);
void CheckTensorHasNanOrInf(const std::string& api, const paddle::optional<std::vector<Tensor>>&);
void CheckTensorHasNanOrInf(
    const std::string& api, const paddle::small_vector<std::vector<Tensor>, kSlotSmallVectorSize>&);
// Each of a tuple is of a type above.
template <typename... T>
auto CheckTensorHasNanOrInf(const std::string& api, const std::tuple<T...>&)
    -> decltype((CheckTensorHasNanOrInf(api, std::declval<T>()), ...));

}  // namespace egr
