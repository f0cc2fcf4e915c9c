#include <ATen/ATen.h>

namespace toy {

struct Kernels {
  static at::Tensor twice_symint(const at::Tensor& self, c10::SymInt n);
};

at::Tensor Kernels::twice_symint(const at::Tensor& self, c10::SymInt n) {
  return self * 2;
}

}  // namespace toy
