namespace at::native {

Tensor scaled_cuda(const Tensor& self, double factor) { return self; }
Tensor scaled_cuda(const Tensor& self, const Tensor& by) { return self; }
Tensor misspelt_cuda(const Tensor& self) { return self; }

INSTANTIATE_FAST_KERNEL(fast_generated, float)

#define BINARY(name, op) \
  TORCH_IMPL_FUNC(name##_cuda_out)(const Tensor& self, const Tensor& other, const Tensor& out) { op(self, other, out); }

BINARY(joined, launch_join);

} // namespace at::native
