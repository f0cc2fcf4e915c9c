namespace phi {

template <typename T, typename Context>
void SeveralKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out) {}

}  // namespace phi

PD_REGISTER_KERNEL(several, GPU, ALL_LAYOUT, phi::SeveralKernel, float) {}
