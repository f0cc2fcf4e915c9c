#include "PrivateUse1NativeFunctions.h"

// A parameter is missing.
at::Tensor my::backend::Kernels::filled_symint(
    c10::SymIntArrayRef size,
    std::optional<at::ScalarType> dtype,
    std::optional<at::Layout> layout,
    std::optional<at::Device> device) {
  return at::Tensor();
}

namespace my {
namespace backend {

// The name of a kernel without symbolic integers.
at::Tensor Kernels::resized(const at::Tensor& self, at::IntArrayRef size) {
  return at::Tensor();
}

// The result is another one.
at::Tensor Kernels::split(const at::Tensor& self, at::TensorList others, std::string_view how) {
  return at::Tensor();
}

// A type of the author's own, and one that is deduced.
auto Kernels::copied(const Array& self) {
  return self;
}

}  // namespace backend
}  // namespace my
