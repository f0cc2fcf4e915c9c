namespace phi {

template <typename T, typename Context>
void AbsKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out) {}

}  // namespace phi

PD_REGISTER_KERNEL(abs, GPU, NCHW, phi::AbsKernel, float, phi::dtype::float16) {}
PD_REGISTER_KERNEL(abs, GPU, NHWC, phi::AbsKernel, float) {}
