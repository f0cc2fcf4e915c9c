namespace at::native {

Tensor scaled_sparse(const Tensor& self, double factor);

} // namespace at::native
