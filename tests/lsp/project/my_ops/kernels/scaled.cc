#include "kernels.h"

template <typename T>
void my_ops::cpu::scaled(const Context& context, View<const T> x, View<const int64_t> rows, float scale, View<T> out, View<int64_t> count) {
  out[0] = x[0] * scale;
}
MY_OPS_KERNEL(cpu, scaled);
