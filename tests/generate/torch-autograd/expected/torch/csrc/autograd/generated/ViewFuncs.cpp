#include <torch/csrc/autograd/generated/view_state.h>
#include <torch/csrc/autograd/generated/nodes_impl.h>

// @generated from ../tools/autograd/templates/ViewFuncs.cpp
#include <torch/csrc/autograd/generated/ViewFuncs.h>

std::vector<c10::SymInt> AsStridedViewFunc::get_symints() const {
  return State<c10::SymInt>().with(size).with(stride).with(storage_offset).values;
}

size_t AsStridedViewFunc::num_symints() const {
  return 0 + State<c10::SymInt>::size(size) + State<c10::SymInt>::size(stride) + State<c10::SymInt>::size(storage_offset);
}

void AsStridedViewFunc::set_symints(std::vector<c10::SymInt> symints) {
  TORCH_INTERNAL_ASSERT(symints.size() == num_symints());
  State<c10::SymInt>::Reader(symints).to(size).to(stride).to(storage_offset);
}

std::vector<at::Tensor> AsStridedViewFunc::get_tensors() const {
  return State<at::Tensor>().values;
}

size_t AsStridedViewFunc::num_tensors() const {
  return 0;
}

void AsStridedViewFunc::set_tensors(std::vector<at::Tensor> tensors) {
  TORCH_INTERNAL_ASSERT(tensors.size() == num_tensors());
}

at::Tensor AsStridedViewFunc::operator()(const at::Tensor& input_base) const {
  return at::_ops::as_strided::call(input_base, size, stride, storage_offset);
}

std::unique_ptr<ViewFunc> AsStridedViewFunc::clone_and_set(
    std::optional<std::vector<c10::SymInt>> symints,
    std::optional<std::vector<at::Tensor>> tensors) const {
  auto output = std::make_unique<AsStridedViewFunc>(size, stride, storage_offset);
  if (symints) {
    output->set_symints(std::move(*symints));
  }
  if (tensors) {
    output->set_tensors(std::move(*tensors));
  }
  return output;
}

std::vector<c10::SymInt> IndicesViewFunc::get_symints() const {
  return State<c10::SymInt>().values;
}

size_t IndicesViewFunc::num_symints() const {
  return 0;
}

void IndicesViewFunc::set_symints(std::vector<c10::SymInt> symints) {
  TORCH_INTERNAL_ASSERT(symints.size() == num_symints());
}

std::vector<at::Tensor> IndicesViewFunc::get_tensors() const {
  return State<at::Tensor>().values;
}

size_t IndicesViewFunc::num_tensors() const {
  return 0;
}

void IndicesViewFunc::set_tensors(std::vector<at::Tensor> tensors) {
  TORCH_INTERNAL_ASSERT(tensors.size() == num_tensors());
}

at::Tensor IndicesViewFunc::operator()(const at::Tensor& input_base) const {
  return at::_ops::indices::call(input_base);
}

std::unique_ptr<ViewFunc> IndicesViewFunc::clone_and_set(
    std::optional<std::vector<c10::SymInt>> symints,
    std::optional<std::vector<at::Tensor>> tensors) const {
  auto output = std::make_unique<IndicesViewFunc>();
  if (symints) {
    output->set_symints(std::move(*symints));
  }
  if (tensors) {
    output->set_tensors(std::move(*tensors));
  }
  return output;
}

std::vector<c10::SymInt> SplitTensorViewFunc::get_symints() const {
  return State<c10::SymInt>().with(split_size).values;
}

size_t SplitTensorViewFunc::num_symints() const {
  return 0 + State<c10::SymInt>::size(split_size);
}

void SplitTensorViewFunc::set_symints(std::vector<c10::SymInt> symints) {
  TORCH_INTERNAL_ASSERT(symints.size() == num_symints());
  State<c10::SymInt>::Reader(symints).to(split_size);
}

std::vector<at::Tensor> SplitTensorViewFunc::get_tensors() const {
  return State<at::Tensor>().values;
}

size_t SplitTensorViewFunc::num_tensors() const {
  return 0;
}

void SplitTensorViewFunc::set_tensors(std::vector<at::Tensor> tensors) {
  TORCH_INTERNAL_ASSERT(tensors.size() == num_tensors());
}

at::Tensor SplitTensorViewFunc::operator()(const at::Tensor& input_base) const {
  return at::_ops::split_Tensor::call(input_base, split_size, dim)[view_idx];
}

std::unique_ptr<ViewFunc> SplitTensorViewFunc::clone_and_set(
    std::optional<std::vector<c10::SymInt>> symints,
    std::optional<std::vector<at::Tensor>> tensors) const {
  auto output = std::make_unique<SplitTensorViewFunc>(split_size, dim, view_idx);
  if (symints) {
    output->set_symints(std::move(*symints));
  }
  if (tensors) {
    output->set_tensors(std::move(*tensors));
  }
  return output;
}

std::vector<c10::SymInt> ViewAsComplexViewFunc::get_symints() const {
  return State<c10::SymInt>().values;
}

size_t ViewAsComplexViewFunc::num_symints() const {
  return 0;
}

void ViewAsComplexViewFunc::set_symints(std::vector<c10::SymInt> symints) {
  TORCH_INTERNAL_ASSERT(symints.size() == num_symints());
}

std::vector<at::Tensor> ViewAsComplexViewFunc::get_tensors() const {
  return State<at::Tensor>().values;
}

size_t ViewAsComplexViewFunc::num_tensors() const {
  return 0;
}

void ViewAsComplexViewFunc::set_tensors(std::vector<at::Tensor> tensors) {
  TORCH_INTERNAL_ASSERT(tensors.size() == num_tensors());
}

at::Tensor ViewAsComplexViewFunc::operator()(const at::Tensor& input_base) const {
  return at::_ops::view_as_complex::call(input_base);
}

std::unique_ptr<ViewFunc> ViewAsComplexViewFunc::clone_and_set(
    std::optional<std::vector<c10::SymInt>> symints,
    std::optional<std::vector<at::Tensor>> tensors) const {
  auto output = std::make_unique<ViewAsComplexViewFunc>();
  if (symints) {
    output->set_symints(std::move(*symints));
  }
  if (tensors) {
    output->set_tensors(std::move(*tensors));
  }
  return output;
}


