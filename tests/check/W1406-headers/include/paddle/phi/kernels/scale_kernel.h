namespace phi {

template <typename T, typename Context>
void AbsKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out);

template <typename T, typename Context>
void ScaleKernel(const Context& dev_ctx, const DenseTensor& x, const Scalar& scale, bool bias, DenseTensor* out);

}  // namespace phi
