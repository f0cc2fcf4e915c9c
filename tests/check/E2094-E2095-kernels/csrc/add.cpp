#include "PrivateUse1NativeFunctions.h"

namespace my::backend {

// Both overloads are defined.
at::Tensor Kernels::add(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return at::Tensor();
}
at::Tensor Kernels::add(at::Tensor const& self, at::Scalar const& other, at::Scalar const& alpha) {
  return at::Tensor();
}

// Only declared.
at::Tensor Kernels::relu(const at::Tensor& self);

// A wrong parameter: `float` for `double`.
at::Tensor Kernels::scaled(
    const at::Tensor& self,
    float factor,
    at::ArrayRef<int64_t> sizes,
    const c10::optional<at::Tensor>& bias) {
  return at::Tensor();
}

}  // namespace my::backend
