#pragma once

#include_next <paddle/phi/api/lib/data_transform.h>

namespace paddle::experimental {

DistTensorPtr ReshardApiInputToKernelInput(phi::DeviceContext*, const Tensor&, const phi::distributed::ArgDistAttr&);
std::vector<DistTensorPtr> ReshardApiInputToKernelInput(
    phi::DeviceContext*, const std::vector<Tensor>&, const phi::distributed::ArgDistAttr&);
optional<DistTensorPtr> ReshardApiInputToKernelInput(
    phi::DeviceContext*, const optional<Tensor>&, const phi::distributed::ArgDistAttr&);
optional<std::vector<DistTensorPtr>> ReshardApiInputToKernelInput(
    phi::DeviceContext*, const optional<std::vector<Tensor>>&, const phi::distributed::ArgDistAttr&);
void ReshardKernelOutputToApiOutput(phi::DeviceContext*, const DistTensorPtr&, Tensor*);
void ReshardKernelOutputToApiOutput(
    phi::DeviceContext*, const std::vector<DistTensorPtr>&, const std::vector<Tensor*>&);

}  // namespace paddle::experimental
