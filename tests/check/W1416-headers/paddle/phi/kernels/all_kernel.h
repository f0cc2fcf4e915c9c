namespace phi {

template <typename T, typename Context>
void OtherTypeKernel(const Context& dev_ctx, const DenseTensor& x, double a, DenseTensor* out);

template <typename T, typename Context>
void ReferenceKernel(const Context& dev_ctx, DenseTensor x, float a, DenseTensor* out);

template <typename T, typename Context>
void PointerKernel(const Context& dev_ctx, const DenseTensor& x, float a, DenseTensor& out);

template <typename T, typename Context>
void OrderKernel(const Context& dev_ctx, const DenseTensor& x, float b, float a, DenseTensor* out);

template <typename T, typename Context>
void AddedKernel(const Context& dev_ctx, const DenseTensor& x, float a, bool b, DenseTensor* out);

template <typename T, typename Context>
void DroppedKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out);

template <typename T>
void TemplateKernel(const CPUContext& dev_ctx, const DenseTensor& x, DenseTensor* out);

template <class T, class Context>
void SameKernel(const Context& dev_ctx, const DenseTensor& in, const int a = 1, DenseTensor* out = nullptr);

// Nothing defines this function.
template <typename T, typename Context>
void MispeltKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out);

// No operator calls this kernel.
template <typename T, typename Context>
void UncalledKernel(const Context& dev_ctx, const DenseTensor& x);

// The definition for another device fits.
template <typename T, typename Context>
void SeveralKernel(const Context& dev_ctx, const DenseTensor& x, DenseTensor* out);

}  // namespace phi
