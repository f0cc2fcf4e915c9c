#include "paddle/phi/kernels/good_kernel.h"

namespace phi {

template <typename T, typename Context>
void RetypedKernel(const Context& dev_ctx,
                   const DenseTensor& x,
                   int axis,
                   DenseTensor* out) {
  out->Resize(x.dims());
}

template <typename T, typename Context>
void MisspeltKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out) {}

template <typename T, typename Context>
void LostGradKernel(const Context& dev_ctx, const DenseTensor& out_grad, int axis, DenseTensor* x_grad) {}

}  // namespace phi

#define REGISTER_ROW(name, function) PD_REGISTER_KERNEL(name, CPU, ALL_LAYOUT, phi::function, float, double) {}

REGISTER_ROW(good, GoodKernel)
REGISTER_ROW(dropped, DroppedKernel)
REGISTER_ROW(swapped, SwappedKernel)
PD_REGISTER_KERNEL(retyped, CPU, ALL_LAYOUT, phi::RetypedKernel, float) {
  kernel->InputAt(0).SetBackend(phi::Backend::ALL_BACKEND);
}
PD_REGISTER_KERNEL(misspelt, CPU, ALL_LAYOUT, phi::MisspeltKernel, float) {}
PD_REGISTER_KERNEL(lost, GPU, ALL_LAYOUT, phi::LostKernel, float) {}
PD_REGISTER_KERNEL(lost_grad, CPU, ALL_LAYOUT, phi::LostGradKernel, float) {}
PD_REGISTER_KERNEL(lost_grad, GPU, ALL_LAYOUT, phi::LostGradKernel, float) {}
