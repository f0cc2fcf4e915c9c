// Kernels for GPUs, as they would be in a `.cu` file, on the memory of the CPU.
#include "kernels.h"

#include <cuda_runtime_api.h>

namespace my_ops {

inline void expects(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

template <typename T>
void gpu::doubled(const Context& context, View<const T> x, View<T> out) {
  expects(context.device.kind == DeviceKind::kGPU && context.device.index == 3 && context.stream, "the context of a GPU");
  for (int64_t at = 0; at < out.numel(); ++at) out[at] = 2 * x[at];
}
MY_OPS_KERNEL(gpu, doubled);

template <typename T>
void gpu::reversed_rows(const Context& context, View<const T> x, View<T> out) {
  T* const copy = context.scratch<T>(x.numel());
  T* const other = context.scratch<T>(1);
  *other = 0;
  for (int64_t at = 0; at < x.numel(); ++at) copy[at] = x[at];
  for (int64_t at = 0; at < x.numel(); ++at) out[at] = copy[x.numel() - 1 - at] + *other;
}
MY_OPS_KERNEL(gpu, reversed_rows);

template <typename T>
void cpu::reversed_rows(const Context&, View<const T>, View<T>) {}
MY_OPS_KERNEL(cpu, reversed_rows);

template <typename T>
void gpu::misused(const Context& context, View<const T>, View<T>) {
  context.scratch<T>(1);
}
MY_OPS_KERNEL(gpu, misused);

template <typename T>
void gpu::not_launched(const Context&, View<const T>, View<T> out) {
  for (int64_t at = 0; at < out.numel(); ++at) expects(out[at] == 0, "zeros");
  last_error = cudaErrorInvalidConfiguration;
}
MY_OPS_KERNEL(gpu, not_launched);

}  // namespace my_ops
