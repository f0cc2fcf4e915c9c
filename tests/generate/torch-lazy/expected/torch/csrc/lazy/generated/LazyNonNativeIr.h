#pragma once
#include <torch/csrc/lazy/core/ir.h>
#include <torch/csrc/lazy/core/ir_builder.h>
#include <torch/csrc/lazy/core/internal_ops/ltc_ops.h>
#include <torch/csrc/lazy/core/shape_inference.h>
#include <torch/csrc/lazy/ts_backend/ts_node.h>
namespace torch {
namespace lazy {
class Constantx : public TsNode {
 public:
  static torch::lazy::OpKind ClassOpKind() {
    return torch::lazy::OpKind(at::prim::Constant);
  }

  Constantx(const at::Scalar& value, const at::ScalarType& type)
      : TsNode(
            Constantx::ClassOpKind(),
            OpList{},
            compute_shape_constantx(value, type),
            /*num_outputs=*/1,
            torch::lazy::MHash(value, type)),
        value(value),
        type(type) {
  }

  std::string ToString() const override {
    std::stringstream text;
    text << TsNode::ToString();
    text << ", value=" << value;
    text << ", type=" << type;
    return text.str();
  }

  bool CanBeReused(const at::Scalar& value, const at::ScalarType& type) const;

  torch::lazy::TSOpVector Lower(
      std::shared_ptr<torch::jit::GraphFunction> function,
      torch::lazy::TSLoweringContext* loctx) const override;

  at::Scalar value;
  at::ScalarType type;
};

class Expandx : public TsNode {
 public:
  static torch::lazy::OpKind ClassOpKind() {
    return torch::lazy::OpKind(at::aten::expandx);
  }

  Expandx(const torch::lazy::Value& input, const ::std::vector<int64_t>& size)
      : TsNode(
            Expandx::ClassOpKind(),
            OpList{input},
            [&]() {
              return compute_shape_expandx(operand(0), size)[0];
            },
            /*num_outputs=*/1,
            torch::lazy::MHash(size)),
        size(size) {
  }

  std::string ToString() const override {
    std::stringstream text;
    text << TsNode::ToString();
    text << ", size=" << size;
    return text.str();
  }

  bool CanBeReused(const torch::lazy::Value& input, const ::std::vector<int64_t>& size) const {
    [[maybe_unused]] size_t i = 0;
    return true &&
        operand(i++) == input &&
        this->size == size;
  }

  torch::lazy::TSOpVector Lower(
      std::shared_ptr<torch::jit::GraphFunction> function,
      torch::lazy::TSLoweringContext* loctx) const override;

  ::std::vector<int64_t> size;
};
} // namespace lazy
} // namespace torch
