// A handler for JAX that is written by hand.
#include <xla/ffi/api/ffi.h>

namespace ffi = xla::ffi;

static ffi::Error OwnHandlerImpl(float factor, ffi::Span<const int64_t> sizes, ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> out, ffi::ResultBuffer<ffi::S32> count) {
  for (size_t at = 0; at < x.element_count(); ++at) out->typed_data()[at] = x.typed_data()[at] * factor;
  count->typed_data()[0] = static_cast<int32_t>(sizes.size());
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(OwnHandler, OwnHandlerImpl, ffi::Ffi::Bind()
  .Attr<float>("factor").Attr<ffi::Span<const int64_t>>("sizes")
  .Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::S32>>());
