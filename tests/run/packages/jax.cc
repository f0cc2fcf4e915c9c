#include "kernels.h"

#include <cmath>
#include <complex>

namespace my_ops {

// The position in an input that is broadcast to the shape of an output.
template <typename T, typename U>
int64_t broadcast_at(const View<T>& input, const View<U>& out, int64_t at) {
  int64_t position = 0, step = 1;
  for (int back = 1; back <= out.rank; ++back) {
    const int64_t index = at % out.size(-back);
    at /= out.size(-back);
    if (back > input.rank) continue;
    if (input.size(-back) != 1) position += index * step;
    step *= input.size(-back);
  }
  return position;
}

template <typename T>
T conjugate(T number) {
  return number;
}
template <typename T>
std::complex<T> conjugate(std::complex<T> number) {
  return std::conj(number);
}

template <typename T>
void cpu::product_of(const Context& context, View<const T> x, View<const T> y, View<T> out) {
  for (int64_t at = 0; at < out.numel(); ++at) out[at] = x[broadcast_at(x, out, at)] * y[broadcast_at(y, out, at)];
}
MY_OPS_KERNEL(cpu, product_of);

template <typename T>
void cpu::product_of_grad(const Context& context, View<const T> x, View<const T> y, View<const T> out_grad, View<T> x_grad, View<T> y_grad) {
  for (int64_t at = 0; at < x.numel(); ++at) x_grad[at] = 0;
  for (int64_t at = 0; at < y.numel(); ++at) y_grad[at] = 0;
  for (int64_t at = 0; at < out_grad.numel(); ++at) {
    const int64_t of_x = broadcast_at(x, out_grad, at), of_y = broadcast_at(y, out_grad, at);
    x_grad[of_x] += out_grad[at] * conjugate(y[of_y]);
    y_grad[of_y] += out_grad[at] * conjugate(x[of_x]);
  }
}
MY_OPS_KERNEL(cpu, product_of_grad);

template <typename T>
void cpu::weighted_softmax(const Context& context, View<const T> x, View<const T> weight, bool is_negative, View<T> out, View<T> greatest) {
  const int64_t columns = x.size(-1);
  for (int64_t row = 0; row < greatest.numel(); ++row) {
    const T* from = x.data + row * columns;
    T most = -INFINITY, sum = 0;
    for (int64_t i = 0; i < columns; ++i) most = std::max(most, from[i]);
    for (int64_t i = 0; i < columns; ++i) sum += out[row * columns + i] = std::exp(from[i] - most);
    for (int64_t i = 0; i < columns; ++i) out[row * columns + i] *= (is_negative ? -weight[i] : weight[i]) / sum;
    greatest[row] = most;
  }
}
MY_OPS_KERNEL(cpu, weighted_softmax);

template <typename T>
void cpu::weighted_softmax_grad(const Context& context, View<const T> weight, View<const T> out, View<const T> greatest, View<const T> out_grad, bool is_negative, View<T> x_grad, View<T> weight_grad) {
  const int64_t columns = weight.numel();
  for (int64_t i = 0; i < columns; ++i) weight_grad[i] = 0;
  for (int64_t row = 0; row < greatest.numel(); ++row) {
    T mean = 0;
    for (int64_t i = row * columns; i < (row + 1) * columns; ++i) mean += out_grad[i] * out[i];
    for (int64_t i = 0; i < columns; ++i) {
      const int64_t at = row * columns + i;
      const T share = out[at] / weight[i];
      x_grad[at] = out_grad[at] * out[at] - (is_negative ? -share : share) * mean;
      weight_grad[i] += out_grad[at] * share;
    }
  }
}
MY_OPS_KERNEL(cpu, weighted_softmax_grad);

template <typename T>
void cpu::batch_product(const Context& context, View<const T> x, View<const T> y, View<T> out) {
  const int64_t rows = x.size(-2), inner = x.size(-1), columns = y.size(-1);
  for (int64_t at = 0; at < out.numel(); ++at) {
    const int64_t batch = at / (rows * columns), row = at / columns % rows, column = at % columns;
    out[at] = 0;
    for (int64_t k = 0; k < inner; ++k) out[at] += x[(batch * rows + row) * inner + k] * y[(batch * inner + k) * columns + column];
  }
}
MY_OPS_KERNEL(cpu, batch_product);

template <typename T>
void cpu::batch_product_grad(const Context& context, View<const T> x, View<const T> y, View<const T> out_grad, View<T> x_grad, View<T> y_grad) {
  const int64_t rows = x.size(-2), inner = x.size(-1), columns = y.size(-1);
  for (int64_t at = 0; at < x.numel(); ++at) x_grad[at] = 0;
  for (int64_t at = 0; at < y.numel(); ++at) y_grad[at] = 0;
  for (int64_t at = 0; at < out_grad.numel(); ++at) {
    const int64_t batch = at / (rows * columns), row = at / columns % rows, column = at % columns;
    for (int64_t k = 0; k < inner; ++k) {
      const int64_t of_x = (batch * rows + row) * inner + k, of_y = (batch * inner + k) * columns + column;
      x_grad[of_x] += out_grad[at] * y[of_y];
      y_grad[of_y] += out_grad[at] * x[of_x];
    }
  }
}
MY_OPS_KERNEL(cpu, batch_product_grad);

template <typename T>
void cpu::summed_up(const Context& context, View<const T> x, View<T> out) {
  T sum = 0;
  for (int64_t i = 0; i < x.numel(); ++i) out[i] = sum += x[i];
}
MY_OPS_KERNEL(cpu, summed_up);

template <typename T>
void cpu::total_of(const Context& context, View<const T> x, View<const T> weight, View<T> out) {
  out[0] = 0;
  for (int64_t i = 0; i < x.numel(); ++i) out[0] += x[i] * weight[i % weight.numel()];
}
MY_OPS_KERNEL(cpu, total_of);

template <typename T>
void cpu::total_of_grad(const Context& context, View<const T> x, View<const T> weight, View<const T> out_grad, View<T> x_grad, View<T> weight_grad) {
  for (int64_t i = 0; i < weight.numel(); ++i) weight_grad[i] = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    x_grad[i] = out_grad[0] * weight[i % weight.numel()];
    weight_grad[i % weight.numel()] += out_grad[0] * x[i];
  }
}
MY_OPS_KERNEL(cpu, total_of_grad);

template <typename T>
void cpu::place_of_greatest(const Context& context, View<const T> x, View<const bool> mask, View<int64_t> out, View<bool> found) {
  const int64_t columns = x.size(-1);
  for (int64_t row = 0; row < out.numel(); ++row) {
    out[row] = -1;
    for (int64_t i = 0; i < columns; ++i) {
      const int64_t at = row * columns + i;
      if (mask[at] && (out[row] < 0 || x[at] > x[row * columns + out[row]])) out[row] = i;
    }
    found[row] = out[row] >= 0;
  }
}
MY_OPS_KERNEL(cpu, place_of_greatest);

template <typename T>
void cpu::described(const Context& context, View<const T> x, const std::vector<std::string>& texts, bool flag, int a, int64_t b, float c, double d, const std::string& text, const std::vector<int>& ints, const std::vector<int64_t>& longs, const std::vector<float>& floats, View<T> out) {
  std::vector<T> all{T(flag), T(a), T(b), T(c), T(d), T(text.size()), T(ints.size()), T(longs.size()), T(floats.size()), T(texts.size())};
  for (const int one : ints) all.push_back(T(one));
  for (const int64_t one : longs) all.push_back(T(one));
  for (const float one : floats) all.push_back(T(one));
  for (const std::string& one : texts) all.push_back(T(one.size()));
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = i < static_cast<int64_t>(all.size()) ? all[i] : T(0);
}
MY_OPS_KERNEL(cpu, described);

template <typename T>
void cpu::scaled_all(const Context& context, const std::vector<View<const T>>& xs, View<const T> by, const std::vector<View<T>>& out, View<int64_t> count) {
  for (const View<T>& one : out) {
    for (int64_t i = 0; i < one.numel(); ++i) one[i] *= by[0];
  }
  count[0] = xs.size();
}
MY_OPS_KERNEL(cpu, scaled_all);

template <typename T>
void cpu::scaled_all_grad(const Context& context, View<const T> by, const std::vector<View<const T>>& out_grad, const std::vector<View<T>>& xs_grad) {
  for (size_t at = 0; at < out_grad.size(); ++at) {
    for (int64_t i = 0; i < out_grad[at].numel(); ++i) xs_grad[at][i] = out_grad[at][i] * by[0];
  }
}
MY_OPS_KERNEL(cpu, scaled_all_grad);

template <typename T>
void cpu::precise(const Context& context, View<const T> x, View<const double> scale, View<double> out) {
  for (int64_t i = 0; i < x.numel(); ++i) out[i] = static_cast<double>(x[i]) * scale[i % scale.numel()];
}
MY_OPS_KERNEL(cpu, precise);

template <typename T>
void cpu::maybe(const Context& context, View<const T> x, std::optional<bool> flag, std::optional<float> c, std::optional<double> d, const std::optional<std::string>& text, const std::optional<std::vector<int>>& ints, const std::optional<std::vector<double>>& more, std::optional<int> a, std::optional<int64_t> b, const std::optional<std::vector<int64_t>>& longs, const std::vector<double>& doubles, View<T> out) {
  const double absent = -1;
  const double values[] = {flag ? double(*flag) : absent, a ? double(*a) : absent, b ? double(*b) : absent, c ? double(*c) : absent, d.value_or(absent),
                           text ? double(text->size()) : absent, ints ? double(ints->size()) : absent, longs ? double(longs->size()) : absent,
                           doubles.empty() ? absent : doubles.back(), more ? double(more->size()) : absent, more && !more->empty() ? more->front() : absent, double(x.numel())};
  for (int64_t at = 0; at < out.numel(); ++at) out[at] = T(values[at]);
}
MY_OPS_KERNEL(cpu, maybe);

}  // namespace my_ops
