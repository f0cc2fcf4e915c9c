#include <ATen/native/Scale.h>

namespace at {
namespace native {

Tensor scaled_cpu(const Tensor& self, double factor) {
  return absent(self) * factor;
}

Tensor scaled_cpu(const Tensor& self, const Tensor& by) {
  return self * by;
}

#if AT_MKL_ENABLED()
Tensor halved(const Tensor& self, IntArrayRef dims, std::string_view mode, const std::optional<Tensor>& weight) {
  return mkl_halved(self, dims);
}
#else
Tensor halved(const Tensor& self, IntArrayRef dims, c10::string_view mode, const c10::optional<Tensor>& weight) {
  TORCH_CHECK(false, "no MKL");
}
#endif

std::tuple<Tensor, int64_t> counted_symint(Tensor const& self, c10::SymIntArrayRef sizes) {
  return {self, 1};
}

// A macro that another file may use, too.
#define UNARY(name) \
  Tensor name(const Tensor& self) { return apply(self, #name); }

static UNARY(sine)

#define DEFINE_CAST(type, n) \
  Tensor _cast_##n(const Tensor& self) { return self.to(k##n); }

AT_FORALL_TYPES(DEFINE_CAST)

template <typename Index>
Tensor templated_cpu(const Tensor& self, Index n) {
  return self;
}

TORCH_IMPL_FUNC(joined_cpu_out)(const Tensor& self, const Tensor& other, const Tensor& out) {
  join(self, other, out);
}

TORCH_IMPL_FUNC(summed_out)
(const Tensor& self, int64_t dim, int64_t size, const Tensor& out) {
  sum(self, dim, size, out);
}

TORCH_IMPL_FUNC(crossed_out)(const Tensor& self, const Scalar& other, const Tensor& out) {}

Tensor misspelt_cpu(const Tensor& self) {
  return self;
}

Tensor wrong(const Tensor& self, const Scalar& factor) {
  return self;
}

Tensor wrong(const Tensor& self, int64_t one, int64_t two, int64_t three) {
  return self;
}

Tensor wrong(const Tensor& self, bool both) {
  return self;
}

Tensor wrong(const Tensor& self, c10::SymInt size) {
  return self;
}

namespace {
Tensor internal(const Tensor& self) {
  return self;
}
} // namespace

} // namespace native

namespace meta {

TORCH_META_FUNC(joined)(const Tensor& self, const Tensor& other) {
  build_borrowing_binary_op(maybe_get_output(), self, other);
}

TORCH_PRECOMPUTE_META_FUNC2(summed, dim)(const Tensor& self, int64_t dim) {
  return TORCH_PRECOMPUTE_STRUCT2(summed, dim)().set_dim(dim).set_size(self.size(dim));
}

TORCH_META_FUNC(crossed)(const Tensor& self) {}

} // namespace meta

Tensor misplaced(const Tensor& self) {
  return self;
}

} // namespace at
