#pragma once

#include <string>
#include <vector>

#include "paddle/phi/api/include/tensor.h"

namespace egr {

std::vector<paddle::Tensor> AmpAutoCasts(
    const std::string& inputs, const std::vector<paddle::Tensor>&, const phi::DataType&, std::string op);
paddle::Tensor AmpAutoCast(const std::string& input, const paddle::Tensor&, const phi::DataType&, std::string op);

}  // namespace egr
