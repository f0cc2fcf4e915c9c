#include <torch/csrc/inductor/aoti_torch/generated/c_shim_aten.h>
#include <torch/csrc/inductor/aoti_torch/utils.h>

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Functions.h>
#include <ATen/CompositeExplicitAutogradFunctions.h>
#include <ATen/CompositeExplicitAutogradNonFunctionalFunctions.h>
#include <ATen/CompositeImplicitAutogradFunctions.h>
#else
#include <ATen/ops/resized.h>
#include <ATen/ops/top.h>
#endif

using namespace torch::aot_inductor;

AOTITorchError aoti_torch_aten_resized(AtenTensorHandle self, const int64_t* size, int64_t size_len_, AtenTensorHandle* ret0) {
  AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE({
    auto results = at::symint::resized<c10::SymInt>(resolve_tensor_dispatch_flags(self), pointer_to_list<c10::SymInt>(size, size_len_));
    *ret0 = new_tensor_handle(std::move(results));
  });
}

AOTITorchError aoti_torch_aten_top(AtenTensorHandle self, int64_t dim, AtenTensorHandle* ret0) {
  AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE({
    auto results = at::top(resolve_tensor_dispatch_flags(self), dim);
    *ret0 = new_tensor_handle(std::move(results));
  });
}

