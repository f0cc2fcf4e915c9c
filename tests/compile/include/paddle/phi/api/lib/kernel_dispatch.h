#pragma once

#include <vector>

#include "glog/logging.h"
#include "paddle/common/layout.h"
#include "paddle/phi/api/include/tensor.h"
#include "paddle/phi/core/kernel_factory.h"

namespace phi {
class DeviceContext;
}  // namespace phi

namespace paddle::experimental {

phi::DeviceContext* GetDeviceContextByBackend(phi::Backend);
DataType ParseDataType(DataType);
DataType ParseDataType(const Tensor&);
DataType ParseDataType(const std::vector<Tensor>&);
DataType ParseDataTypeWithInputOrder(DataType, const Tensor&);
Backend ParseBackend(const Place&);
Backend ParseBackend(const Tensor&);
template <typename T, typename... Args>
Backend ParseBackend(T, Args...);
Backend ParseBackendWithInputOrder(const Place&, const Tensor&);
phi::DataLayout ParseLayout(phi::DataLayout);
phi::DataLayout ParseLayout(const Tensor&);
phi::DataLayout ParseLayoutWithInputOrder(phi::DataLayout, const Tensor&);

}  // namespace paddle::experimental
