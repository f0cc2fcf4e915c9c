#include "kernels.h"
namespace my_ops {

template <typename T>
void cpu::positive(const Context& context, View<const T> x, float above, const Output<T>& values, const Output<int64_t>& index) {
  int64_t count = 0;
  for (int64_t i = 0; i < x.numel(); ++i) count += x[i] > T(above);
  const View<T> kept = values.make({count});
  const View<int64_t> places = index.make({count, x.rank});
  count = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    if (!(x[i] > T(above))) continue;
    for (int axis = 0; axis < x.rank; ++axis) places[count * x.rank + axis] = i / x.strides[axis] % x.size(axis);
    kept[count++] = x[i];
  }
}
MY_OPS_KERNEL(cpu, positive);

template <typename T>
void cpu::positive_grad(const Context& context, View<const T> x, View<const T> values_grad, float above, View<T> x_grad) {
  int64_t count = 0;
  for (int64_t i = 0; i < x.numel(); ++i) x_grad[i] = x[i] > T(above) ? values_grad[count++] : T(0);
}
MY_OPS_KERNEL(cpu, positive_grad);

}  // namespace my_ops
