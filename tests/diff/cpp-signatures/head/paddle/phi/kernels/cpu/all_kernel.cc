namespace phi {

template <typename T, typename Context>
void ClipKernel(const Context& ctx, const DenseTensor& x, float max, float min, DenseTensor* out) {}

template <typename T, typename Context>
void FollowedKernel(const Context& ctx, const DenseTensor& x, double min, DenseTensor* out) {}

template <typename T>
void OverloadedKernel(const CPUContext& ctx, const DenseTensor& x, int n, DenseTensor* out) {}

template <typename T, typename Context>
void OverloadedKernel(const Context& ctx, const DenseTensor& x, DenseTensor* out) {}

template <typename T, typename Context>
void RenamedKernel(const Context& ctx, const DenseTensor& input, float lowest, DenseTensor* output) {}

}  // namespace phi

PD_REGISTER_KERNEL(clip, CPU, ALL_LAYOUT, phi::ClipKernel, float) {}
PD_REGISTER_KERNEL(followed, CPU, ALL_LAYOUT, phi::FollowedKernel, float, float16) {}
PD_REGISTER_KERNEL(overloaded, CPU, ALL_LAYOUT, phi::OverloadedKernel, float) {}
PD_REGISTER_KERNEL(renamed, CPU, ALL_LAYOUT, phi::RenamedKernel, float) {}
