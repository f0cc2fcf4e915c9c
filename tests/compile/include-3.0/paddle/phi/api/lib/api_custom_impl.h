#pragma once

#include <string>
#include <tuple>

#include_next <paddle/phi/api/lib/api_custom_impl.h>

namespace paddle::experimental {

std::tuple<Tensor, Tensor> fused_gemm_epilogue_impl(
    const Tensor& x, const Tensor& y, const Tensor& bias, bool trans_x, bool trans_y, const std::string& activation);

}  // namespace paddle::experimental
