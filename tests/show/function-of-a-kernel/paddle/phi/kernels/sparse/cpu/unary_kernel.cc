namespace phi::sparse {

template <typename T, typename Context>
void AbsCooKernel(const Context& ctx, const SparseCooTensor& x, SparseCooTensor* out) {}

}  // namespace phi::sparse

PD_REGISTER_KERNEL_FOR_ALL_DTYPE(abs_coo, CPU, ALL_LAYOUT, phi::sparse::AbsCooKernel) {}
