#pragma once

#include_next <paddle/phi/api/lib/data_transform.h>

namespace paddle::experimental {

DistTensorPtr ReshardApiInputToKernelInput(
    phi::DeviceContext*, const Tensor&, const phi::distributed::ArgDistAttr&, const std::string& arg_name = "");
std::vector<DistTensorPtr> ReshardApiInputToKernelInput(
    phi::DeviceContext*, const std::vector<Tensor>&, const phi::distributed::ArgDistAttr&,
    const std::string& arg_name = "");
optional<DistTensorPtr> ReshardApiInputToKernelInput(
    phi::DeviceContext*, const optional<Tensor>&, const phi::distributed::ArgDistAttr&,
    const std::string& arg_name = "");
optional<std::vector<DistTensorPtr>> ReshardApiInputToKernelInput(
    phi::DeviceContext*, const optional<std::vector<Tensor>>&, const phi::distributed::ArgDistAttr&,
    const std::string& arg_name = "");
void ReshardKernelOutputToApiOutput(
    phi::DeviceContext*, const DistTensorPtr&, Tensor*, const std::string& arg_name = "");
void ReshardKernelOutputToApiOutput(
    phi::DeviceContext*, const std::vector<DistTensorPtr>&, const std::vector<Tensor*>&,
    const std::string& arg_name = "");

}  // namespace paddle::experimental
