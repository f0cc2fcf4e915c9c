#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "paddle/phi/api/include/tensor.h"

paddle::Tensor add_n_ad_func(const std::vector<paddle::Tensor>&);
paddle::Tensor conv2d_ad_func(
    const paddle::Tensor& input, const paddle::Tensor& filter, std::vector<int> strides, std::vector<int> paddings,
    std::string padding_algorithm, std::vector<int> dilations, int groups, std::string data_format);
paddle::Tensor multiply_ad_func(const paddle::Tensor&, const paddle::Tensor&);
paddle::Tensor& multiply__ad_func(paddle::Tensor&, const paddle::Tensor&);
std::tuple<paddle::Tensor, paddle::Tensor&, paddle::Tensor&, paddle::Tensor, paddle::Tensor, paddle::Tensor>
sync_batch_norm__ad_func(
    const paddle::Tensor& x, paddle::Tensor& mean, paddle::Tensor& variance, const paddle::Tensor& scale,
    const paddle::Tensor& bias, bool is_test, float momentum, float epsilon, std::string data_layout,
    bool use_global_stats, bool trainable_statistics);

namespace sparse {

std::tuple<paddle::Tensor, paddle::Tensor&, paddle::Tensor&, paddle::Tensor, paddle::Tensor, paddle::Tensor>
sync_batch_norm__ad_func(
    const paddle::Tensor& x, paddle::Tensor& mean, paddle::Tensor& variance, const paddle::Tensor& scale,
    const paddle::Tensor& bias, bool is_test, float momentum, float epsilon, std::string data_layout,
    bool use_global_stats, bool trainable_statistics);
paddle::Tensor multiply_ad_func(const paddle::Tensor&, const paddle::Tensor&);

}  // namespace sparse
