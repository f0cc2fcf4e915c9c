#include "kernels.h"
#include "more.h"

#define UNARY(name) \
  template <typename T> \
  void cpu::name(const Context& context, View<const T> x, View<T> out) { out[0] = x[0]; } \
  MY_OPS_KERNEL(cpu, name)

void outside(const my_ops::Context& context, my_ops::View<const float> x, my_ops::View<float> out) {}

namespace my_ops {

// void cpu::nowhere(const Context& context) {}
template <typename T>
void cpu::misspelt(const Context& context, View<const T> x, View<T> out) {}
MY_OPS_KERNEL(cpu, misspelt);

template <typename T>
void cpu::not_compiled(const Context& context, View<const T> x, View<T> out) {}
MY_OPS_KERNEL(gpu, not_compiled);

template <typename T>
void cpu::on_both(const Context& context, View<const T> x, View<T> out) {}
MY_OPS_KERNEL(cpu, on_both);

UNARY(by_macro);

DEFINE_UNARY(by_unknown_macro);

namespace cpu {
template <typename Real>
void instantiated(const Context& context, View<const Real> x, View<Real> out) {}
template void instantiated<float>(const Context&, View<const float>, View<float>);
template void instantiated<double>(const Context&, View<const double>, View<double>);
}  // namespace cpu

}  // namespace my_ops
