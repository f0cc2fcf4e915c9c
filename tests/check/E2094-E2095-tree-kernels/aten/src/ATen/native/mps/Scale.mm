@interface Graph : NSObject
@end

namespace at::native {

Tensor scaled_mps(const Tensor& self, double factor) {
  @autoreleasepool {
    return [graph scale:self by:factor];
  }
}

TORCH_IMPL_FUNC(joined_mps_out)(const Tensor& self, const Tensor& other, const Tensor& out) {}

} // namespace at::native
