#pragma once

namespace phi {

template <typename T, typename Context>
void GoodKernel(const Context& dev_ctx,
                const DenseTensor& x,
                const std::vector<const DenseTensor*>& ys,
                const paddle::optional<DenseTensor>& z,
                int axis UNUSED,
                const std::vector<float>& scales,
                const Scalar& value,
                DenseTensor* out,
                std::vector<DenseTensor*> outs);

#define DECLARE_ROW(name)             \
  template <typename T, typename C>   \
  void name##Kernel(const C& dev_ctx, \
                    const DenseTensor& x, int axis, DenseTensor* out)

DECLARE_ROW(Dropped);
DECLARE_ROW(Lost);

template <typename T, typename Context>
void SwappedKernel(const Context& dev_ctx, const DenseTensor& x, float beta, float alpha, DenseTensor* out);

}  // namespace phi
