#include <stdexcept>

#include "kernels.h"
namespace my_ops {

// ys[k][j * times + t][i] = xs[k][i][j]
template <typename T>
void cpu::flipped(const Context& context, const std::vector<View<const T>>& xs, int times, const std::vector<View<T>>& ys) {
  for (size_t k = 0; k < xs.size(); ++k) {
    for (int64_t i = 0; i < ys[k].numel(); ++i) {
      const int64_t rows = xs[k].size(0), columns = xs[k].size(1);
      ys[k][i] = xs[k][i % rows * columns + i / rows / times];
    }
  }
}
MY_OPS_KERNEL(cpu, flipped);

template <typename T>
void cpu::flipped_grad(const Context& context, const std::vector<View<const T>>& xs, const std::vector<View<const T>>& ys_grad, int times, const std::vector<View<T>>& xs_grad) {
  for (size_t k = 0; k < xs.size(); ++k) {
    if (xs[k].data) throw std::logic_error("only the shapes are needed");
    const int64_t rows = xs[k].size(0), columns = xs[k].size(1);
    for (int64_t i = 0; i < rows * columns; ++i) xs_grad[k][i] = 0;
    for (int64_t i = 0; i < ys_grad[k].numel(); ++i) xs_grad[k][i % rows * columns + i / rows / times] += ys_grad[k][i];
  }
}
MY_OPS_KERNEL(cpu, flipped_grad);

template <typename T>
void cpu::divided(const Context& context, View<const T> x, const std::vector<int>& sections, const std::vector<View<T>>& parts) {
  int64_t at = 0;
  for (const View<T>& part : parts) {
    for (int64_t i = 0; i < part.numel(); ++i, ++at) part[i] = at < x.numel() ? x[at] : T(0);
  }
}
MY_OPS_KERNEL(cpu, divided);

template <typename T>
void cpu::divided_grad(const Context& context, View<const T> x, const std::vector<View<const T>>& parts_grad, View<T> x_grad) {
  for (int64_t i = 0; i < x_grad.numel(); ++i) x_grad[i] = 0;
  int64_t at = 0;
  for (const View<const T>& part : parts_grad) {
    for (int64_t i = 0; i < part.numel(); ++i, ++at) {
      if (at < x_grad.numel()) x_grad[at] = part[i];
    }
  }
}
MY_OPS_KERNEL(cpu, divided_grad);

template <typename T>
void cpu::spread(const Context& context, View<const T> x, const std::vector<int>& sections, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x.numel() ? x[i % x.numel()] : T(0);
}
MY_OPS_KERNEL(cpu, spread);

template <typename T>
void cpu::copies(const Context& context, View<const T> x, const std::vector<View<const T>>& others, int n, const std::vector<View<T>>& ys, View<int64_t> counts, const std::vector<View<T>>& all) {
  for (const View<T>& y : ys) {
    for (int64_t i = 0; i < y.numel(); ++i) y[i] = x.numel() ? x[i % x.numel()] : T(0);
  }
  for (int64_t i = 0; i < counts.numel(); ++i) counts[i] = i;
  for (size_t k = 0; k < all.size(); ++k) {
    for (int64_t i = 0; i < all[k].numel(); ++i) all[k][i] = others[k][i];
  }
}
MY_OPS_KERNEL(cpu, copies);

template <typename T>
void cpu::rows_of(const Context& context, const std::vector<View<const T>>& xs, const std::vector<int64_t>& sections, View<T> out) {
  for (int64_t at = 0; at < out.numel(); ++at) out[at] = T(at);
}
MY_OPS_KERNEL(cpu, rows_of);
template <typename T>
void cpu::widened(const Context& context, View<const T> x, View<const T> y, View<T> out, View<T> sizes) {
  for (int64_t at = 0; at < out.numel(); ++at) out[at] = T(at);
  for (int64_t at = 0; at < sizes.numel(); ++at) sizes[at] = T(at);
}
MY_OPS_KERNEL(cpu, widened);

}  // namespace my_ops
