// Generated nodes and kernels.
#include <torch/csrc/lazy/core/tensor.h>
#include <torch/csrc/lazy/core/shape_inference.h>
#include <ATen/Functions.h>
#include <ATen/native/TensorConversions.h>
#include <ATen/NativeFunctions.h>
#include <ATen/CompositeExplicitAutogradNonFunctionalFunctions.h>
#include <ATen/MetaFunctions.h>
#include <ATen/Operators.h>
#include <ATen/native/CPUFallback.h>
#include <torch/csrc/lazy/core/ir_builder.h>
#include <torch/csrc/lazy/core/lazy_graph_executor.h>
#include <torch/csrc/lazy/core/metrics.h>
#include <torch/csrc/lazy/core/shape.h>
#include <torch/csrc/lazy/ts_backend/ts_eager_fallback.h>
#include <torch/csrc/lazy/generated/LazyNativeFunctions.h>
#include <torch/csrc/lazy/generated/LazyIr.h>

namespace {
at::Tensor to_meta(const at::Tensor& tensor) {
  // An undefined tensor stays one.
  if (!tensor.defined()) {
    return tensor;
  }
  const auto options = tensor.options().device(at::kMeta);
  auto meta = at::native::empty_strided_meta_symint(
      tensor.sym_sizes(),
      tensor.sym_strides(),
      c10::optTypeMetaToScalarType(options.dtype_opt()),
      options.layout_opt(),
      options.device_opt(),
      options.pinned_memory_opt());
  // Some operators treat a number that became a tensor unlike others.
  if (tensor.unsafeGetTensorImpl()->is_wrapped_number()) {
    meta.unsafeGetTensorImpl()->set_wrapped_number(true);
  }
  return meta;
}

std::optional<at::Tensor> to_meta(const std::optional<at::Tensor>& tensor) {
  return tensor.has_value() ? std::make_optional(to_meta(*tensor)) : std::nullopt;
}

std::vector<at::Tensor> to_meta(at::ITensorListRef tensors) {
  std::vector<at::Tensor> metas;
  metas.reserve(tensors.size());
  for (const auto& tensor : tensors) {
    metas.push_back(to_meta(tensor));
  }
  return metas;
}
}
namespace torch {
namespace lazy {
at::Tensor LazyNativeFunctions::addx(const at::Tensor & self, const at::Tensor & other, const at::Scalar & alpha) {
  if (force_eager_fallback(c10::Symbol::fromQualString("aten::addx"))) {
    return at::native::call_fallback_fn_symint<&ltc_eager_fallback, at::_ops::addx_Tensor>::call(self, other, alpha);
  }
  TORCH_LAZY_FN_COUNTER("lazy::");
  auto common_device = torch::lazy::GetBackendDevice(self, other);
  TORCH_INTERNAL_ASSERT(common_device);
  LazyTensorPtr lazy_self =
      torch::lazy::GetLtcTensorOrCreateForWrappedNumber(self, *common_device);
  LazyTensorPtr lazy_other =
      torch::lazy::GetLtcTensorOrCreateForWrappedNumber(other, *common_device);
  auto node_alpha =
      torch::lazy::LazyGraphExecutor::Get()->GetIrValueForScalarFromCodegen(alpha, *common_device);
  torch::lazy::NodePtr node = torch::lazy::ReuseNode<AddxTensor>(lazy_self->GetIrValue(), lazy_other->GetIrValue(), node_alpha);
  if (!node) {
    auto self_meta = to_meta(self);
    auto other_meta = to_meta(other);
    auto out_meta = at::meta::addx(self_meta, other_meta, alpha);
    std::vector<torch::lazy::Shape> shapes{torch::lazy::Shape(out_meta.scalar_type(), out_meta.sizes().vec())};
    TORCH_INTERNAL_ASSERT(shapes.size() == 1);
    if (torch::lazy::symbolicShapeEnabled()) {
      std::vector<torch::jit::IValue> inputs = {self, other, alpha};
      const char* schema_str = "aten::addx.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor";
      applySymbolicShapesOnLT(schema_str, inputs, shapes);
    }
    node = torch::lazy::MakeNode<AddxTensor>(lazy_self->GetIrValue(), lazy_other->GetIrValue(), node_alpha, std::move(shapes));
    CacheNode(node);
  }
  return torch::lazy::CreateAtenFromLtcTensor(torch::lazy::LazyTensor::Create(std::move(node), *common_device));
}

at::Tensor LazyNativeFunctions::catx(at::TensorList tensors, int64_t dim) {
  if (force_eager_fallback(c10::Symbol::fromQualString("aten::catx"))) {
    return at::native::call_fallback_fn_symint<&ltc_eager_fallback, at::_ops::catx>::call(tensors, dim);
  }
  TORCH_LAZY_FN_COUNTER("lazy::");
  auto common_device = torch::lazy::GetBackendDevice(tensors);
  TORCH_INTERNAL_ASSERT(common_device);
  auto lazy_tensors_tensorlist = torch::lazy::GetTensorList(tensors);
  torch::lazy::NodePtr node = torch::lazy::ReuseNode<Catx>(lazy_tensors_tensorlist, dim);
  if (!node) {
    auto shapes = torch::lazy::compute_shape_catx(tensors, dim);
    TORCH_INTERNAL_ASSERT(shapes.size() == 1);
    if (torch::lazy::symbolicShapeEnabled()) {
      std::vector<torch::jit::IValue> inputs = {tensors, dim};
      const char* schema_str = "aten::catx(Tensor[] tensors, int dim=0) -> Tensor";
      applySymbolicShapesOnLT(schema_str, inputs, shapes);
    }
    node = torch::lazy::MakeNode<Catx>(lazy_tensors_tensorlist, dim, std::move(shapes));
    CacheNode(node);
  }
  return torch::lazy::CreateAtenFromLtcTensor(torch::lazy::LazyTensor::Create(std::move(node), *common_device));
}

::std::tuple<at::Tensor,at::Tensor> LazyNativeFunctions::normx(const at::Tensor & input, const ::std::optional<at::Tensor> & weight, at::IntArrayRef shape, ::std::optional<double> eps) {
  if (force_eager_fallback(c10::Symbol::fromQualString("aten::normx"))) {
    return at::native::call_fallback_fn_symint<&ltc_eager_fallback, at::_ops::normx>::call(input, weight, shape, eps);
  }
  TORCH_LAZY_FN_COUNTER("lazy::");
  auto common_device = torch::lazy::GetBackendDevice(input, weight);
  TORCH_INTERNAL_ASSERT(common_device);
  LazyTensorPtr lazy_input =
      torch::lazy::GetLtcTensorOrCreateForWrappedNumber(input, *common_device);
  LazyTensorPtr lazy_weight = torch::lazy::TryGetLtcTensor(weight.value_or(at::Tensor()));
  torch::lazy::NodePtr node = torch::lazy::ReuseNode<Normx>(lazy_input->GetIrValue(), lazy_weight ? std::make_optional(lazy_weight->GetIrValue()) : ::std::nullopt, std::vector<int64_t>(shape.begin(), shape.end()), eps);
  if (!node) {
    auto shapes = torch::lazy::compute_shape_normx(input, weight, shape, eps);
    TORCH_INTERNAL_ASSERT(shapes.size() == 2);
    if (torch::lazy::symbolicShapeEnabled()) {
      std::vector<torch::jit::IValue> inputs = {input, weight, shape, eps};
      const char* schema_str = "aten::normx(Tensor input, Tensor? weight, int[] shape, float? eps) -> (Tensor, Tensor)";
      applySymbolicShapesOnLT(schema_str, inputs, shapes);
    }
    node = torch::lazy::MakeNode<Normx>(lazy_input->GetIrValue(), lazy_weight ? std::make_optional(lazy_weight->GetIrValue()) : ::std::nullopt, std::vector<int64_t>(shape.begin(), shape.end()), eps, std::move(shapes));
    CacheNode(node);
  }
  std::vector<LazyTensorPtr> lazy_tensors;
  for (int i = 0; i < 2; i++) {
    lazy_tensors.push_back(torch::lazy::LazyTensor::Create(torch::lazy::Value(node, i), *common_device));
  }
  return torch::lazy::TupleAtenFromLtcTensors<2>(lazy_tensors);
}

at::Tensor LazyNativeFunctions::slicex_symint(const at::Tensor & self, ::std::optional<c10::SymInt> start, c10::SymInt step, c10::string_view mode, ::std::optional<c10::string_view> other) {
  if (force_eager_fallback(c10::Symbol::fromQualString("aten::slicex"))) {
    return at::native::call_fallback_fn_symint<&ltc_eager_fallback, at::_ops::slicex>::call(self, start, step, mode, other);
  }
  TORCH_LAZY_FN_COUNTER("lazy::");
  auto common_device = torch::lazy::GetBackendDevice(self, start, step);
  TORCH_INTERNAL_ASSERT(common_device);
  LazyTensorPtr lazy_self =
      torch::lazy::GetLtcTensorOrCreateForWrappedNumber(self, *common_device);
  torch::lazy::NodePtr node = torch::lazy::ReuseNode<Slicex>(lazy_self->GetIrValue(), start ? std::make_optional(GetSymIntValue(*start)) : ::std::nullopt, GetSymIntValue(step), mode, other);
  if (!node) {
    auto shapes = torch::lazy::compute_shape_slicex_symint(self, start, step, mode, other);
    TORCH_INTERNAL_ASSERT(shapes.size() == 1);
    if (torch::lazy::symbolicShapeEnabled()) {
      std::vector<torch::jit::IValue> inputs = {self, start, step, mode, other};
      const char* schema_str = "aten::slicex(Tensor self, SymInt? start, SymInt step, str mode, str? other=None) -> Tensor";
      applySymbolicShapesOnLT(schema_str, inputs, shapes);
    }
    node = torch::lazy::MakeNode<Slicex>(lazy_self->GetIrValue(), start ? std::make_optional(GetSymIntValue(*start)) : ::std::nullopt, GetSymIntValue(step), mode, other, std::move(shapes));
    CacheNode(node);
  }
  return torch::lazy::CreateAtenFromLtcTensor(torch::lazy::LazyTensor::Create(std::move(node), *common_device));
}
} // namespace lazy
} // namespace torch
