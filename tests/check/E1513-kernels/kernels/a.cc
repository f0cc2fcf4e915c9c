#include "kernels.h"

namespace my_ops {

template <typename T>
void cpu::right(const Context& context, View<const T> x, View<const bool> mask, const std::vector<View<const T>>& rest,
                View<const T> maybe, const std::vector<int>& sizes, const std::string& name, const float scale, View<T> out,
                View<std::int64_t> count) {
  out[0] = scale * sizes[0] + name.size();
}
MY_OPS_KERNEL(cpu, right);

template <typename T>
void cpu::too_few(const Context& context, View<const T> x, View<T> out) {}
MY_OPS_KERNEL(cpu, too_few);

template <typename T>
void cpu::too_many(const Context& context, View<const T> x, View<T> out, int size) {}
MY_OPS_KERNEL(cpu, too_many);

template <class Real>
void cpu::other_type(const Context& context, View<const Real> x, double scale, View<Real> out) { out[0] = scale; }
MY_OPS_KERNEL(cpu, other_type);

template <typename T>
void cpu::other_order(const Context& context, View<const T> y, View<const T> x, View<T> out) {}
MY_OPS_KERNEL(cpu, other_order);

using Number = float;
template <typename T>
void cpu::own_type(const Context& context, View<const T> x, Number scale, View<T> out) { out[0] = scale; }
MY_OPS_KERNEL(cpu, own_type);

template <typename T>
void cpu::unread(const Context& context, View<const T> x, float scale, int size, bool flag, View<T> out) {
  out[0] = x[0];  // not by `scale`
}
MY_OPS_KERNEL(cpu, unread);

template <typename T>
void cpu::unread_grad(const Context& context, View<const T> x, View<const T> out_grad, bool flag, View<T> x_grad) {
  if (flag) x_grad[0] = out_grad[0];
}
MY_OPS_KERNEL(cpu, unread_grad);

}  // namespace my_ops
