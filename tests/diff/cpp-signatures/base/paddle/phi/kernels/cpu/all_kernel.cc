namespace phi {

template <typename T, typename Context>
void ClipKernel(const Context& ctx, const DenseTensor& x, float min, float max, DenseTensor* out) {}

template <typename T, typename Context>
void FollowedKernel(const Context& ctx, const DenseTensor& x, float min, DenseTensor* out) {}

template <typename T, typename Context>
void OverloadedKernel(const Context& ctx, const DenseTensor& x, DenseTensor* out) {}

template <typename T, typename Context>
void RenamedKernel(const Context& ctx, const DenseTensor& x, float min, DenseTensor* out) {}

}  // namespace phi

PD_REGISTER_KERNEL(clip, CPU, ALL_LAYOUT, phi::ClipKernel, float) {}
PD_REGISTER_KERNEL(followed, CPU, ALL_LAYOUT, phi::FollowedKernel, float, double) {}
PD_REGISTER_KERNEL(overloaded, CPU, ALL_LAYOUT, phi::OverloadedKernel, float) {}
PD_REGISTER_KERNEL(renamed, CPU, ALL_LAYOUT, phi::RenamedKernel, float) {}
