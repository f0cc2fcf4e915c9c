// The kernels of swiglu on a CPU. `kernels.h` is generated from the YAML, and declares each kernel.
#include "kernels.h"

#include <cmath>

namespace my_ops {

template <typename T>
void cpu::swiglu(const Context& context, View<const T> x, View<const T> y, View<T> out) {
  const int64_t count = out.numel();
  for (int64_t i = 0; i < count; ++i) {
    out[i] = x[i] / (1 + std::exp(-x[i])) * y[i];
  }
}
MY_OPS_KERNEL(cpu, swiglu);

template <typename T>
void cpu::swiglu_grad(const Context& context, View<const T> x, View<const T> y, View<const T> out_grad, View<T> x_grad,
                      View<T> y_grad) {
  const int64_t count = x.numel();
  for (int64_t i = 0; i < count; ++i) {
    const T sigmoid = 1 / (1 + std::exp(-x[i]));
    x_grad[i] = out_grad[i] * y[i] * sigmoid * (1 + x[i] * (1 - sigmoid));
    y_grad[i] = out_grad[i] * x[i] * sigmoid;
  }
}
MY_OPS_KERNEL(cpu, swiglu_grad);

}  // namespace my_ops
