#include <stdexcept>

#include "kernels.h"
#include <cmath>
namespace my_ops {

template <typename T>
void cpu::scaled_tanh(const Context& context, View<const T> x, float scale, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = std::tanh(x[i]) * T(scale);
}
MY_OPS_KERNEL(cpu, scaled_tanh);

// out = s tanh(x); dx = dout * (s - out^2 / s)
template <typename T>
void cpu::scaled_tanh_grad(const Context& context, View<const T> out, View<const T> out_grad, float scale, View<T> x_grad) {
  for (int64_t i = 0; i < out.numel(); ++i) x_grad[i] = out_grad[i] * (T(scale) - out[i] * out[i] / T(scale));
}
MY_OPS_KERNEL(cpu, scaled_tanh_grad);

template <typename T>
void cpu::scaled_tanh_double_grad(const Context& context, View<const T> out, View<const T> out_grad, View<const T> x_grad_grad, float scale, View<T> out_grad_new, View<T> out_grad_grad) {
  for (int64_t i = 0; i < out.numel(); ++i) {
    out_grad_new[i] = x_grad_grad[i] * out_grad[i] * (-2 * out[i] / T(scale));
    out_grad_grad[i] = x_grad_grad[i] * (T(scale) - out[i] * out[i] / T(scale));
  }
}
MY_OPS_KERNEL(cpu, scaled_tanh_double_grad);

template <typename T>
void cpu::gather_rows(const Context& context, View<const T> x, View<const int64_t> index, View<const T> weight, int times, const std::vector<int>& pads, const std::vector<int64_t>& order, const std::string& mode, View<T> out, View<int64_t> count) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x.numel() ? x[i % x.numel()] * times + pads[0] + order[0] + (weight && weight.numel() ? weight[0] : 0) + mode.size() + index.numel() : 0;
  count[0] = index.numel();
}
MY_OPS_KERNEL(cpu, gather_rows);

template <typename T>
void cpu::joined(const Context& context, const std::vector<View<const T>>& xs, int64_t axis, View<T> out, View<int64_t> sizes) {
  int64_t at = 0;
  for (size_t i = 0; i < xs.size(); ++i) {
    for (int64_t j = 0; j < xs[i].numel(); ++j) out[at++] = xs[i][j];
    sizes[i] = xs[i].size(0) + axis;
  }
}
MY_OPS_KERNEL(cpu, joined);

template <typename T>
void cpu::joined_grad(const Context& context, const std::vector<View<const T>>& xs, View<const T> out_grad, const std::vector<View<T>>& xs_grad) {
  int64_t at = 0;
  for (size_t i = 0; i < xs.size(); ++i) {
    for (int64_t j = 0; j < xs[i].numel(); ++j) xs_grad[i][j] = out_grad[at++];
  }
}
MY_OPS_KERNEL(cpu, joined_grad);

template <typename T>
void cpu::add_to(const Context& context, View<const T> x, View<const T> y, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[i] + y[i];
}
MY_OPS_KERNEL(cpu, add_to);

template <typename T>
void cpu::sum_of(const Context& context, View<const T> x, View<const T> y, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[i] + y[i];
}
MY_OPS_KERNEL(cpu, sum_of);

template <typename T>
void cpu::sum_of_grad(const Context& context, View<const T> x, View<const T> y, View<const T> out_grad, View<T> x_grad, View<T> y_grad) {
  for (int64_t i = 0; i < x.numel(); ++i) x_grad[i] = y_grad[i] = out_grad[i];
}
MY_OPS_KERNEL(cpu, sum_of_grad);

template <typename T>
void cpu::raised(const Context& context, View<const T> y, View<const T> x, View<T> out) {
  if (!x) return;
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[i] + y[i];
}
MY_OPS_KERNEL(cpu, raised);

template <typename T>
void cpu::repeated(const Context& context, View<const T> x, int times, View<T> out) {
  if (times < 1) throw std::invalid_argument("`times` must be positive");
  if (times > 9) throw times;
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[i] * static_cast<T>(times);
}
MY_OPS_KERNEL(cpu, repeated);

template <typename T>
void cpu::scaled_rows(const Context& context, View<const T> x, View<const T> weight, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = weight ? x[i] * weight[i % weight.numel()] : x[i];
}
MY_OPS_KERNEL(cpu, scaled_rows);

template <typename T>
void cpu::scaled_rows_grad(const Context& context, View<const T> x, View<const T> weight, View<const T> out_grad, View<T> x_grad, View<T> weight_grad) {
  for (int64_t i = 0; weight_grad && i < weight.numel(); ++i) weight_grad[i] = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    x_grad[i] = weight ? out_grad[i] * weight[i % weight.numel()] : out_grad[i];
    if (weight_grad) weight_grad[i % weight.numel()] += out_grad[i] * x[i];
  }
}
MY_OPS_KERNEL(cpu, scaled_rows_grad);

template <typename T>
void cpu::biased(const Context& context, View<const T> x, View<const T> bias, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = bias ? x[i] + bias[i] : x[i];
}
MY_OPS_KERNEL(cpu, biased);

template <typename T>
void cpu::plus(const Context& context, View<const T> x, const std::vector<View<const T>>& ys, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) {
    out[i] = x[i];
    for (const auto& y : ys) out[i] += y[i];
  }
}
MY_OPS_KERNEL(cpu, plus);

template <typename T>
void cpu::plus_grad(const Context& context, View<const T> x, const std::vector<View<const T>>& ys, View<const T> out_grad, View<T> x_grad, const std::vector<View<T>>& ys_grad) {
  for (int64_t i = 0; i < x.numel(); ++i) {
    x_grad[i] = out_grad[i];
    for (const auto& y_grad : ys_grad) y_grad[i] = out_grad[i];
  }
}
MY_OPS_KERNEL(cpu, plus_grad);

template <typename T>
void cpu::affine(const Context& context, View<const T> x, View<const T> weight, View<const T> bias, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = (weight ? x[i] * weight[i] : x[i]) + (bias ? bias[i] : T(0));
}
MY_OPS_KERNEL(cpu, affine);

template <typename T>
void cpu::affine_grad(const Context& context, View<const T> x, View<const T> weight, View<const T> bias, View<const T> out_grad, View<T> x_grad, View<T> weight_grad, View<T> bias_grad) {
  for (int64_t i = 0; i < x.numel(); ++i) {
    x_grad[i] = weight ? out_grad[i] * weight[i] : out_grad[i];
    if (weight_grad) weight_grad[i] = out_grad[i] * x[i];
    if (bias_grad) bias_grad[i] = out_grad[i];
  }
}
MY_OPS_KERNEL(cpu, affine_grad);

// 1 / sqrt(mean(x^2) + epsilon) of a row.
template <typename T>
T reciprocal_of_root(const T* row, int64_t columns, float epsilon) {
  T sum = 0;
  for (int64_t i = 0; i < columns; ++i) sum += row[i] * row[i];
  return 1 / std::sqrt(sum / static_cast<T>(columns) + static_cast<T>(epsilon));
}

template <typename T>
void cpu::rms_norm(const Context& context, View<const T> x, View<const T> weight, float epsilon, View<T> out) {
  if (epsilon < 0) throw std::invalid_argument("`epsilon` must not be negative");
  const int64_t columns = x.size(-1);
  for (int64_t row = 0; row < x.numel(); row += columns) {
    const T r = reciprocal_of_root(x.data + row, columns, epsilon);
    for (int64_t i = 0; i < columns; ++i) out[row + i] = x[row + i] * r * (weight ? weight[i] : T(1));
  }
}
MY_OPS_KERNEL(cpu, rms_norm);

// dx = r * (g - x * r^2 * mean(g * x)), where g = dout * weight.
template <typename T>
void cpu::rms_norm_grad(const Context& context, View<const T> x, View<const T> weight, View<const T> out_grad, float epsilon, View<T> x_grad, View<T> weight_grad) {
  const int64_t columns = x.size(-1);
  for (int64_t i = 0; weight_grad && i < columns; ++i) weight_grad[i] = 0;
  for (int64_t row = 0; row < x.numel(); row += columns) {
    const T r = reciprocal_of_root(x.data + row, columns, epsilon);
    T mean = 0;
    for (int64_t i = row; i < row + columns; ++i) mean += out_grad[i] * (weight ? weight[i - row] : T(1)) * x[i] / static_cast<T>(columns);
    for (int64_t i = row; i < row + columns; ++i) {
      x_grad[i] = r * (out_grad[i] * (weight ? weight[i - row] : T(1)) - x[i] * r * r * mean);
      if (weight_grad) weight_grad[i - row] += out_grad[i] * x[i] * r;
    }
  }
}
MY_OPS_KERNEL(cpu, rms_norm_grad);

template <typename T>
void cpu::chosen_of(const Context& context, View<const int64_t> index, View<const T> a, View<const T> b, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = a ? a[index[i]] : b[index[i]];
}
MY_OPS_KERNEL(cpu, chosen_of);

template <typename T>
void cpu::stacked(const Context& context, View<const T> x, View<const T> y, int times, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t at = i % (2 * x.numel());
    out[i] = at < x.numel() ? x[at] : y[at - x.numel()];
  }
}
MY_OPS_KERNEL(cpu, stacked);

template <typename T>
void cpu::without_axis(const Context& context, View<const T> x, int axis, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x.rank + axis;
}
MY_OPS_KERNEL(cpu, without_axis);

template <typename T>
void cpu::scaled_twice(const Context& context, View<const T> x, View<const T> y, View<T> once, View<T> twice) {
  for (int64_t i = 0; i < x.numel(); ++i) {
    once[i] = x[i] * y[i];
    twice[i] = 2 * once[i];
  }
}
MY_OPS_KERNEL(cpu, scaled_twice);

template <typename T>
void cpu::scaled_twice_grad(const Context& context, View<const T> y, View<const T> once_grad, View<const T> twice_grad, View<T> x_grad) {
  for (int64_t i = 0; i < y.numel(); ++i) x_grad[i] = (once_grad[i] + 2 * twice_grad[i]) * y[i];
}
MY_OPS_KERNEL(cpu, scaled_twice_grad);

template <typename T>
void cpu::named_otherwise(const Context& context, View<const T> x, int size, const std::vector<std::string>& all, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[i % x.numel()] + all.size() + size;
}
MY_OPS_KERNEL(cpu, named_otherwise);

template <typename T>
void cpu::chosen_rows(const Context& context, View<const T> x, View<const void> index, View<T> out) {
  if (index.type != DataType::kInt32 && index.type != DataType::kInt64) throw std::invalid_argument("index must be int32 or int64");
  const int64_t width = index.numel() ? out.numel() / index.numel() : 0;
  for (int64_t i = 0; i < index.numel(); ++i) {
    const int64_t row = index.type == DataType::kInt32 ? static_cast<const int32_t*>(index.data)[i] : static_cast<const int64_t*>(index.data)[i];
    for (int64_t j = 0; j < width; ++j) out[i * width + j] = x[row * width + j];
  }
}
MY_OPS_KERNEL(cpu, chosen_rows);

template <typename T>
void cpu::fill_from(const Context& context, View<const T> filled, View<const T> x, float by, View<T> filled_out) {
  for (int64_t at = 0; at < x.numel(); ++at) filled_out[at] = filled[at] + x[at] * T(by);
}
MY_OPS_KERNEL(cpu, fill_from);

template <typename T>
void cpu::count_into(const Context& context, View<const T> counts, View<const T> x, View<T> doubled, View<T> counts_out) {
  for (int64_t at = 0; at < x.numel(); ++at) doubled[at] = x[at] * 2;
  for (int64_t at = 0; at < counts.numel(); ++at) counts_out[at] = T(x.numel());
}
MY_OPS_KERNEL(cpu, count_into);

template <typename T>
void cpu::first_of(const Context& context, const std::vector<View<const T>>& xs, int at, View<T> out, View<T> spread) {
  const View<const T>& x = xs[at < 0 ? xs.size() + at : at];
  for (int64_t i = 0; i < x.numel(); ++i) out[i] = x[i];
  for (int64_t i = 0; i < spread.numel(); ++i) spread[i] = T(xs.size());
}
MY_OPS_KERNEL(cpu, first_of);

template <typename T>
void cpu::clipped(const Context& context, View<const T> x, float limit, View<T> out, View<T> mask, View<int64_t> index) {
  for (int64_t i = 0; i < x.numel(); ++i) {
    mask[i] = x[i] < T(limit) ? 1 : 0;
    out[i] = mask[i] ? x[i] : T(limit);
    index[i] = i;
  }
}
MY_OPS_KERNEL(cpu, clipped);

template <typename T>
void cpu::clipped_grad(const Context& context, View<const T> x, View<const T> out, View<const T> mask, View<const T> out_grad, View<T> x_grad) {
  if (x.data || out.data || x.numel() != mask.numel()) throw std::logic_error("only the shapes are needed");
  for (int64_t i = 0; i < x.numel(); ++i) x_grad[i] = mask[i] * out_grad[i];
}
MY_OPS_KERNEL(cpu, clipped_grad);

template <typename T>
void cpu::total(const Context& context, View<const T> x, View<const T> shift, View<T> out) {
  out[0] = 0;
  for (int64_t i = 0; i < x.numel(); ++i) out[0] += x[i];
  for (int64_t i = 0; shift && i < shift.numel(); ++i) out[0] += shift[i];
}
MY_OPS_KERNEL(cpu, total);

template <typename T>
void cpu::total_grad(const Context& context, View<const T> x, View<const T> shift, View<const T> out_grad, View<T> x_grad, View<T> shift_grad) {
  if (x.data || shift.data) throw std::logic_error("only the shapes are needed");
  for (int64_t i = 0; i < x.numel(); ++i) x_grad[i] = out_grad[0];
  for (int64_t i = 0; shift && i < shift.numel(); ++i) shift_grad[i] = out_grad[0];
}
MY_OPS_KERNEL(cpu, total_grad);

template <typename T>
void cpu::counted(const Context& context, View<const T> x, int bins, View<int64_t> out) {
  for (int64_t i = 0; i < x.numel() && bins > 0; ++i) out[static_cast<int64_t>(x[i]) % bins] += 1;
}
MY_OPS_KERNEL(cpu, counted);

template <typename T>
void cpu::taken(const Context& context, View<const T> x, View<const int64_t> index, View<T> out, View<bool> kept) {
  for (int64_t i = 0; i < index.numel(); ++i) {
    kept[i] = index[i] >= 0 && index[i] < x.numel();
    out[i] = kept[i] ? x[index[i]] : T(0);
  }
}
MY_OPS_KERNEL(cpu, taken);

template <typename T>
void cpu::taken_grad(const Context& context, View<const T> x, View<const int64_t> index, View<const bool> kept,
                     View<const T> out_grad, View<T> x_grad) {
  for (int64_t i = 0; i < x_grad.numel(); ++i) x_grad[i] = 0;
  for (int64_t i = 0; i < index.numel(); ++i) {
    if (kept[i]) x_grad[index[i]] += out_grad[i];
  }
}
MY_OPS_KERNEL(cpu, taken_grad);

template <typename T>
void cpu::mixed_product(const Context& context, View<const T> x, View<const T> y, View<const T> shift, int times, View<T> out) {
  for (int64_t i = 0; i < x.numel(); ++i) {
    out[i] = x[i] * y[i] * T(times);
    if (shift) out[i] = out[i] + shift[i];
  }
}
MY_OPS_KERNEL(cpu, mixed_product);

template <typename T>
void cpu::mixed_product_grad(const Context& context, View<const T> x, View<const T> y, View<const T> out_grad, int times,
                             View<T> x_grad, View<T> y_grad) {
  for (int64_t i = 0; i < x.numel(); ++i) {
    x_grad[i] = y[i] * out_grad[i] * T(times);
    y_grad[i] = x[i] * out_grad[i] * T(times);
  }
}
MY_OPS_KERNEL(cpu, mixed_product_grad);

template <typename T>
void cpu::exact_square(const Context& context, View<const T> x, View<T> out) {
  for (int64_t i = 0; i < x.numel(); ++i) out[i] = x[i] * x[i];
}
MY_OPS_KERNEL(cpu, exact_square);

template <typename T>
void cpu::added(const Context& context, const std::vector<View<const T>>& xs, View<const T> like_this, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) {
    out[i] = like_this[i];
    for (const View<const T>& x : xs) out[i] = out[i] + x[i];
  }
}
MY_OPS_KERNEL(cpu, added);

template <typename T>
void cpu::replaced(const Context& context, View<const T> x, View<const T> other, View<const bool> mask, View<T> out) {
  for (int64_t i = 0; i < x.numel(); ++i) out[i] = mask[i] ? other[i] : x[i];
}
MY_OPS_KERNEL(cpu, replaced);

template <typename T>
void cpu::replaced_grad(const Context& context, View<const bool> mask, View<const T> out_grad, View<T> x_grad, View<T> other_grad) {
  for (int64_t i = 0; i < mask.numel(); ++i) {
    x_grad[i] = mask[i] ? T(0) : out_grad[i];
    other_grad[i] = mask[i] ? out_grad[i] : T(0);
  }
}
MY_OPS_KERNEL(cpu, replaced_grad);

}
