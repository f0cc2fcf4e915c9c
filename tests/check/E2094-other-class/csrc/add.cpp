#include <ATen/ATen.h>

at::Tensor NpuNativeFunctions::add(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return self;
}
