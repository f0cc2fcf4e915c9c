#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
#include <torch/csrc/inductor/aoti_torch/utils.h>

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/CUDAFunctions.h>
#include <ATen/CompositeExplicitAutogradFunctions.h>
#include <ATen/CompositeExplicitAutogradNonFunctionalFunctions.h>
#include <ATen/CompositeImplicitAutogradFunctions.h>
#else
#include <ATen/ops/convolution_backward_sizes_compositeexplicitautograd_dispatch.h>
#include <ATen/ops/mix_cuda_dispatch.h>
#include <ATen/ops/parts_compositeimplicitautograd_dispatch.h>
#include <ATen/ops/top_cuda_dispatch.h>
#endif
#include <ATen/hip/impl/HIPGuardImplMasqueradingAsCUDA.h>
#include <ATen/hip/ATenHIPGeneral.h>
#include <ATen/hip/HIPDevice.h>
#include <ATen/hip/HIPContext.h>

using namespace torch::aot_inductor;

AOTITorchError aoti_torch_cuda_convolution_backward_sizes(AtenTensorHandle self, int32_t where, int32_t where_index_, int32_t at, AtenTensorHandle* ret0, int64_t* ret1, int64_t* ret2, double* ret3, int32_t* ret4) {
  AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE({
    auto results = at::compositeexplicitautograd::convolution_backward_sizes(resolve_tensor_dispatch_flags(self), c10::Device(static_cast<c10::DeviceType>(where), static_cast<c10::DeviceIndex>(where_index_)), static_cast<c10::DeviceIndex>(at));
    if (ret0 != nullptr) {
      *ret0 = new_tensor_handle(std::move(std::get<0>(results)));
    }
    if (ret1 != nullptr) {
      *ret1 = std::get<1>(results);
    }
    if (ret2 != nullptr) {
      *ret2 = std::get<2>(results).expect_int();
    }
    if (ret3 != nullptr) {
      *ret3 = std::get<3>(results).toDouble();
    }
    if (ret4 != nullptr) {
      *ret4 = std::get<4>(results);
    }
  });
}

AOTITorchError aoti_torch_cuda_mix_v3(AtenTensorHandle self, AtenTensorHandle* other, const AtenTensorHandle* all, int64_t all_len_, const AtenTensorHandle** some, int64_t some_len_, int64_t count, const int64_t* size, int64_t size_len_, const int64_t** pad, int64_t pad_len_, const int32_t* mask, int64_t mask_len_, double by, double* eps, double value, int32_t* dtype, int32_t* layout, int32_t* device, int32_t device_index_, int32_t* pin_memory, AtenGeneratorHandle* generator, const char* mode, const char** note, AtenTensorHandle* ret0, AtenTensorHandle* ret1) {
  AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE({
    auto results = at::cuda::mix_symint(resolve_tensor_dispatch_flags(self), resolve_tensor_dispatch_flags(other), resolve_tensor_list_dispatch_flags(all, all_len_), c10::List<::std::optional<at::Tensor>>(c10::ArrayRef<::std::optional<at::Tensor>>(resolve_tensor_list_dispatch_flags(some, some_len_))), count, pointer_to_list<c10::SymInt>(size, size_len_), pointer_to_optional_list<int64_t>(pad, pad_len_), pointer_to_list<3>(mask), by, pointer_to_optional<double>(eps), value, pointer_to_optional<c10::ScalarType>(dtype), pointer_to_optional<c10::Layout>(layout), pointer_to_optional_device(device, device_index_), pointer_to_optional<bool>(pin_memory), pointer_to_optional<at::Generator>(generator), mode, pointer_to_optional<::std::string_view>(note));
    *ret0 = new_tensor_handle(std::move(std::get<0>(results)));
    *ret1 = new_tensor_handle(std::move(std::get<1>(results)));
  });
}

AOTITorchError aoti_torch_cuda_mix_v2(AtenTensorHandle self, AtenTensorHandle* other, const AtenTensorHandle* all, int64_t all_len_, const AtenTensorHandle** some, int64_t some_len_, int64_t count, const int64_t* size, int64_t size_len_, const int64_t** pad, int64_t pad_len_, const int32_t* mask, int64_t mask_len_, double by, double* eps, double value, int32_t* dtype, int32_t* layout, int32_t* device, int32_t device_index_, int32_t* pin_memory, AtenGeneratorHandle* generator, const char** note, AtenTensorHandle* ret0, AtenTensorHandle* ret1) {
  AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE({
    auto results = at::cuda::mix_symint(resolve_tensor_dispatch_flags(self), resolve_tensor_dispatch_flags(other), resolve_tensor_list_dispatch_flags(all, all_len_), c10::List<::std::optional<at::Tensor>>(c10::ArrayRef<::std::optional<at::Tensor>>(resolve_tensor_list_dispatch_flags(some, some_len_))), count, pointer_to_list<c10::SymInt>(size, size_len_), pointer_to_optional_list<int64_t>(pad, pad_len_), pointer_to_list<3>(mask), by, pointer_to_optional<double>(eps), value, pointer_to_optional<c10::ScalarType>(dtype), pointer_to_optional<c10::Layout>(layout), pointer_to_optional_device(device, device_index_), pointer_to_optional<bool>(pin_memory), pointer_to_optional<at::Generator>(generator), "sum", pointer_to_optional<::std::string_view>(note));
    *ret0 = new_tensor_handle(std::move(std::get<0>(results)));
    *ret1 = new_tensor_handle(std::move(std::get<1>(results)));
  });
}

AOTITorchError aoti_torch_cuda_mix(AtenTensorHandle self, AtenTensorHandle* other, const AtenTensorHandle* all, int64_t all_len_, const AtenTensorHandle** some, int64_t some_len_, int64_t count, const int64_t* size, int64_t size_len_, const int64_t** pad, int64_t pad_len_, const int32_t* mask, int64_t mask_len_, double by, double* eps, double value, int32_t* dtype, int32_t* layout, int32_t* device, int32_t device_index_, int32_t* pin_memory, AtenGeneratorHandle* generator, AtenTensorHandle* ret0, AtenTensorHandle* ret1) {
  AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE({
    auto results = at::cuda::mix_symint(resolve_tensor_dispatch_flags(self), resolve_tensor_dispatch_flags(other), resolve_tensor_list_dispatch_flags(all, all_len_), c10::List<::std::optional<at::Tensor>>(c10::ArrayRef<::std::optional<at::Tensor>>(resolve_tensor_list_dispatch_flags(some, some_len_))), count, pointer_to_list<c10::SymInt>(size, size_len_), pointer_to_optional_list<int64_t>(pad, pad_len_), pointer_to_list<3>(mask), by, pointer_to_optional<double>(eps), value, pointer_to_optional<c10::ScalarType>(dtype), pointer_to_optional<c10::Layout>(layout), pointer_to_optional_device(device, device_index_), pointer_to_optional<bool>(pin_memory), pointer_to_optional<at::Generator>(generator), "sum", ::std::nullopt);
    *ret0 = new_tensor_handle(std::move(std::get<0>(results)));
    *ret1 = new_tensor_handle(std::move(std::get<1>(results)));
  });
}

AOTITorchError aoti_torch_cuda_top_out(AtenTensorHandle out, AtenTensorHandle self, int64_t dim) {
  AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE({
    at::cuda::top_out(*tensor_handle_to_tensor_pointer(out), resolve_tensor_dispatch_flags(self), dim);
  });
}

AOTITorchError aoti_torch_cuda_top_(AtenTensorHandle self, int64_t dim) {
  AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE({
    at::cuda::top_(*tensor_handle_to_tensor_pointer(self), dim);
  });
}

