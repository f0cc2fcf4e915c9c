namespace phi {

template <typename T, typename Context>
void OtherTypeKernel(const Context& dev_ctx, const DenseTensor& x, float a, DenseTensor* out) {}

template <typename T, typename Context>
void ReferenceKernel(const Context& dev_ctx, const DenseTensor& x, float a, DenseTensor* out) {}

template <typename T, typename Context>
void PointerKernel(const Context& dev_ctx, const DenseTensor& x, float a, DenseTensor* out) {}

template <typename T, typename Context>
void OrderKernel(const Context& dev_ctx, const DenseTensor& x, float a, float b, DenseTensor* out) {}

template <typename T, typename Context>
void AddedKernel(const Context& dev_ctx, const DenseTensor& x, float a, DenseTensor* out) {}

template <typename T, typename Context>
void DroppedKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out, DenseTensor* mask) {}

template <typename T, typename Context>
void TemplateKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out) {}

template <typename T, typename Context>
void SameKernel(const Context& dev_ctx, const DenseTensor& x, int32_t a, DenseTensor* out) {}

template <typename T, typename Context>
void MisspeltKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out) {}

template <typename T, typename Context>
void UncalledKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out) {}

template <typename T, typename Context>
void SeveralKernel(const Context& dev_ctx, const DenseTensor& x, float a, DenseTensor* out) {}

}  // namespace phi

PD_REGISTER_KERNEL(other_type, CPU, ALL_LAYOUT, phi::OtherTypeKernel, float) {}
PD_REGISTER_KERNEL(reference, CPU, ALL_LAYOUT, phi::ReferenceKernel, float) {}
PD_REGISTER_KERNEL(pointer, CPU, ALL_LAYOUT, phi::PointerKernel, float) {}
PD_REGISTER_KERNEL(order, CPU, ALL_LAYOUT, phi::OrderKernel, float) {}
PD_REGISTER_KERNEL(added, CPU, ALL_LAYOUT, phi::AddedKernel, float) {}
PD_REGISTER_KERNEL(dropped, CPU, ALL_LAYOUT, phi::DroppedKernel, float) {}
PD_REGISTER_KERNEL(template, CPU, ALL_LAYOUT, phi::TemplateKernel, float) {}
PD_REGISTER_KERNEL(same, CPU, ALL_LAYOUT, phi::SameKernel, float) {}
PD_REGISTER_KERNEL(misspelt, CPU, ALL_LAYOUT, phi::MisspeltKernel, float) {}
PD_REGISTER_KERNEL(uncalled, CPU, ALL_LAYOUT, phi::UncalledKernel, float) {}
PD_REGISTER_KERNEL(several, CPU, ALL_LAYOUT, phi::SeveralKernel, float) {}
