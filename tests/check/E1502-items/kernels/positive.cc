#include "kernels.h"
namespace my_ops {
template <typename T>
void cpu::positive(const Context& context, View<const T> x, const Output<T>& values) {
  values.make({x.numel()});
}
MY_OPS_KERNEL(cpu, positive);

template <typename T>
void cpu::rows(const Context& context, const std::vector<View<const T>>& xs, int axis, const std::vector<View<T>>& ys) {
  for (const View<T>& y : ys) y[0] = xs.size() + axis;
}
MY_OPS_KERNEL(cpu, rows);
}  // namespace my_ops
