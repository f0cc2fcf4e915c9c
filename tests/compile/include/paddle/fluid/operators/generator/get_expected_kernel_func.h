#pragma once

#include "paddle/fluid/framework/operator.h"
#include "paddle/phi/core/kernel_factory.h"

namespace paddle::operators {

phi::KernelKey GetConcatExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetReduceExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetCheckFiniteAndUnscaleExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetReduceGradExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetReduceOpUseInputPlaceExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetAssignExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetPoolExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetPoolDoubleGradExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetSgdExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetSoftmaxExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetSoftmaxGradExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetStridedSliceExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetStridedSliceGradExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetUpdateLossScalingExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetMatrixNmsExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetUniqueExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetInstanceNormExpectedKernelType(
    const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetYoloLossExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetLayerNormExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetConvExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);
phi::KernelKey GetBincountExpectedKernelType(const framework::ExecutionContext&, const framework::OperatorWithKernel*);

}  // namespace paddle::operators
