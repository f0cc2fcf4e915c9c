#pragma once

#include_next <paddle/fluid/operators/generator/get_expected_kernel_func.h>

namespace paddle::operators {

phi::KernelKey GetMulticlassNmsExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);

}  // namespace paddle::operators
