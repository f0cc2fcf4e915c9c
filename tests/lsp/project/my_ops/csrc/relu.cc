#include "paddle/extension.h"

std::vector<paddle::Tensor> Relu(const paddle::Tensor& x) { return {x}; }

std::vector<std::vector<int64_t>> ReluShape(const std::vector<int64_t>& x) { return {x}; }
