#pragma once

#include <string>
#include <vector>

#include "paddle/fluid/eager/api/generated/eager_generated/forwards/dygraph_functions.h"

namespace egr {

std::vector<paddle::Tensor> EagerAmpAutoCasts(
    const std::string& input, const std::vector<paddle::Tensor>&, const phi::DataType&, std::string op,
    bool trace_backward = true);
paddle::Tensor EagerAmpAutoCast(
    const std::string& input, const paddle::Tensor&, const phi::DataType&, const std::string& op,
    bool trace_backward = true);
paddle::optional<paddle::Tensor> EagerAmpAutoCast(
    const std::string& input, const paddle::optional<paddle::Tensor>&, const phi::DataType&, const std::string& op,
    bool trace_backward = true);
paddle::optional<std::vector<paddle::Tensor>> EagerAmpAutoCasts(
    const std::string& input, const paddle::optional<std::vector<paddle::Tensor>>&, const phi::DataType&,
    std::string op, bool trace_backward = true);

}  // namespace egr
