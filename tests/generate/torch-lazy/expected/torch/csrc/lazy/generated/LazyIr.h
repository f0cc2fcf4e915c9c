#pragma once
#include <ATen/core/Formatting.h>
#include <c10/core/ScalarType.h>
#include <torch/csrc/lazy/core/hash.h>
#include <torch/csrc/lazy/core/ir.h>
#include <torch/csrc/lazy/core/shape.h>
#include <optional>
#include <vector>
#include "torch/csrc/lazy/ts_backend/ts_node.h"
namespace torch {
namespace lazy {
class AddxTensor : public TsNode {
 public:
  static torch::lazy::OpKind ClassOpKind() {
    return torch::lazy::OpKind(at::aten::addx);
  }

  AddxTensor(const torch::lazy::Value& self, const torch::lazy::Value& other, const torch::lazy::Value& alpha, std::vector<torch::lazy::Shape>&& shapes)
      : TsNode(
            AddxTensor::ClassOpKind(),
            OpList{self, other, alpha},
            std::move(shapes),
            /*num_outputs=*/1,
            torch::lazy::MHash()) {
  }

  std::string ToString() const override {
    std::stringstream text;
    text << TsNode::ToString();
    return text.str();
  }

  bool CanBeReused(const torch::lazy::Value& self, const torch::lazy::Value& other, const torch::lazy::Value& alpha) const {
    [[maybe_unused]] size_t i = 0;
    return true &&
        operand(i++) == self &&
        operand(i++) == other &&
        operand(i++) == alpha;
  }

  torch::lazy::TSOpVector Lower(
      std::shared_ptr<torch::jit::GraphFunction> function,
      torch::lazy::TSLoweringContext* loctx) const override {
    std::vector<torch::jit::NamedValue> arguments;
    std::vector<torch::jit::NamedValue> kwarguments;
    [[maybe_unused]] size_t i = 0;
    arguments.emplace_back(loctx->GetOutputOp(operand(i++)));
    arguments.emplace_back(loctx->GetOutputOp(operand(i++)));
    kwarguments.emplace_back("alpha", loctx->GetOutputOp(operand(i++)));
    torch::lazy::TSOpVector lowered = torch::lazy::LowerTSBuiltin(function, op().op, arguments, kwarguments);
    TORCH_CHECK_EQ(lowered.size(), 1);
    return lowered;
  }

};

class Catx : public TsNode {
 public:
  static torch::lazy::OpKind ClassOpKind() {
    return torch::lazy::OpKind(at::aten::catx);
  }

  Catx(const torch::lazy::Value& tensors, const int64_t& dim, std::vector<torch::lazy::Shape>&& shapes)
      : TsNode(
            Catx::ClassOpKind(),
            OpList{tensors},
            std::move(shapes),
            /*num_outputs=*/1,
            torch::lazy::MHash(dim)),
        dim(dim) {
  }

  std::string ToString() const override {
    std::stringstream text;
    text << TsNode::ToString();
    text << ", dim=" << dim;
    return text.str();
  }

  bool CanBeReused(const torch::lazy::Value& tensors, const int64_t& dim) const {
    [[maybe_unused]] size_t i = 0;
    return true &&
        operand(i++) == tensors &&
        this->dim == dim;
  }

  torch::lazy::TSOpVector Lower(
      std::shared_ptr<torch::jit::GraphFunction> function,
      torch::lazy::TSLoweringContext* loctx) const override {
    std::vector<torch::jit::NamedValue> arguments;
    std::vector<torch::jit::NamedValue> kwarguments;
    [[maybe_unused]] size_t i = 0;
    arguments.emplace_back(loctx->GetOutputOp(operand(i++)));
    arguments.emplace_back("dim", dim);
    torch::lazy::TSOpVector lowered = torch::lazy::LowerTSBuiltin(function, op().op, arguments, kwarguments);
    TORCH_CHECK_EQ(lowered.size(), 1);
    return lowered;
  }

  int64_t dim;
};

class Normx : public TsNode {
 public:
  static torch::lazy::OpKind ClassOpKind() {
    return torch::lazy::OpKind(at::aten::normx);
  }

  Normx(const torch::lazy::Value& input, const ::std::optional<torch::lazy::Value>& weight, const ::std::vector<int64_t>& shape, const ::std::optional<double>& eps, std::vector<torch::lazy::Shape>&& shapes)
      : TsNode(
            Normx::ClassOpKind(),
            OpList{input, weight.value_or(kNullValue)},
            std::move(shapes),
            /*num_outputs=*/2,
            torch::lazy::MHash(shape, eps)),
        shape(shape),
        eps(eps) {
    has_weight = weight.has_value();
  }

  std::string ToString() const override {
    std::stringstream text;
    text << TsNode::ToString();
    text << ", shape=" << shape;
    if (eps.has_value()) {
      text << ", eps=" << eps.value();
    } else {
      text << ", eps=null";
    }
    return text.str();
  }

  bool CanBeReused(const torch::lazy::Value& input, const ::std::optional<torch::lazy::Value>& weight, const ::std::vector<int64_t>& shape, const ::std::optional<double>& eps) const {
    [[maybe_unused]] size_t i = 0;
    return true &&
        operand(i++) == input &&
        nullable_operand(i++) == weight.value_or(kNullValue) &&
        this->shape == shape &&
        this->eps == eps;
  }

  torch::lazy::TSOpVector Lower(
      std::shared_ptr<torch::jit::GraphFunction> function,
      torch::lazy::TSLoweringContext* loctx) const override {
    std::vector<torch::jit::NamedValue> arguments;
    std::vector<torch::jit::NamedValue> kwarguments;
    [[maybe_unused]] size_t i = 0;
    arguments.emplace_back(loctx->GetOutputOp(operand(i++)));
    arguments.emplace_back(has_weight ? loctx->GetOutputOp(operand(i++)) : nullptr);
    arguments.emplace_back("shape", shape);
    arguments.emplace_back("eps", eps);
    torch::lazy::TSOpVector lowered = torch::lazy::LowerTSBuiltin(function, op().op, arguments, kwarguments);
    TORCH_CHECK_EQ(lowered.size(), 2);
    return lowered;
  }

  ::std::vector<int64_t> shape;
  ::std::optional<double> eps;
  bool has_weight : 1;
};

class Onlyx : public TsNode {
 public:
  static torch::lazy::OpKind ClassOpKind() {
    return torch::lazy::OpKind(at::aten::onlyx);
  }

  Onlyx(const torch::lazy::Value& self, std::vector<torch::lazy::Shape>&& shapes)
      : TsNode(
            Onlyx::ClassOpKind(),
            OpList{self},
            std::move(shapes),
            /*num_outputs=*/1,
            torch::lazy::MHash()) {
  }

  std::string ToString() const override {
    std::stringstream text;
    text << TsNode::ToString();
    return text.str();
  }

  bool CanBeReused(const torch::lazy::Value& self) const {
    [[maybe_unused]] size_t i = 0;
    return true &&
        operand(i++) == self;
  }

  torch::lazy::TSOpVector Lower(
      std::shared_ptr<torch::jit::GraphFunction> function,
      torch::lazy::TSLoweringContext* loctx) const override {
    std::vector<torch::jit::NamedValue> arguments;
    std::vector<torch::jit::NamedValue> kwarguments;
    [[maybe_unused]] size_t i = 0;
    arguments.emplace_back(loctx->GetOutputOp(operand(i++)));
    torch::lazy::TSOpVector lowered = torch::lazy::LowerTSBuiltin(function, op().op, arguments, kwarguments);
    TORCH_CHECK_EQ(lowered.size(), 1);
    return lowered;
  }

};

class Slicex : public TsNode {
 public:
  static torch::lazy::OpKind ClassOpKind() {
    return torch::lazy::OpKind(at::aten::slicex);
  }

  Slicex(const torch::lazy::Value& self, const ::std::optional<torch::lazy::Value>& start, const torch::lazy::Value& step, const c10::string_view& mode, const ::std::optional<c10::string_view>& other, std::vector<torch::lazy::Shape>&& shapes)
      : TsNode(
            Slicex::ClassOpKind(),
            OpList{self, start.value_or(kNullValue), step},
            std::move(shapes),
            /*num_outputs=*/1,
            torch::lazy::MHash(mode, other)),
        mode(mode),
        other(other.has_value() ? ::std::make_optional(std::string(*other)) : ::std::nullopt) {
    has_start = start.has_value();
  }

  std::string ToString() const override {
    std::stringstream text;
    text << TsNode::ToString();
    text << ", mode=" << mode;
    if (other.has_value()) {
      text << ", other=" << other.value();
    } else {
      text << ", other=null";
    }
    return text.str();
  }

  bool CanBeReused(const torch::lazy::Value& self, const ::std::optional<torch::lazy::Value>& start, const torch::lazy::Value& step, const c10::string_view& mode, const ::std::optional<c10::string_view>& other) const {
    [[maybe_unused]] size_t i = 0;
    return true &&
        operand(i++) == self &&
        nullable_operand(i++) == start.value_or(kNullValue) &&
        operand(i++) == step &&
        this->mode == mode &&
        this->other == other;
  }

  torch::lazy::TSOpVector Lower(
      std::shared_ptr<torch::jit::GraphFunction> function,
      torch::lazy::TSLoweringContext* loctx) const override {
    std::vector<torch::jit::NamedValue> arguments;
    std::vector<torch::jit::NamedValue> kwarguments;
    [[maybe_unused]] size_t i = 0;
    arguments.emplace_back(loctx->GetOutputOp(operand(i++)));
    arguments.emplace_back(has_start ? loctx->GetOutputOp(operand(i++)) : nullptr);
    arguments.emplace_back(loctx->GetOutputOp(operand(i++)));
    arguments.emplace_back("mode", mode);
    arguments.emplace_back("other", other);
    torch::lazy::TSOpVector lowered = torch::lazy::LowerTSBuiltin(function, op().op, arguments, kwarguments);
    TORCH_CHECK_EQ(lowered.size(), 1);
    return lowered;
  }

  std::string mode;
  ::std::optional<std::string> other;
  bool has_start : 1;
};
} // namespace lazy
} // namespace torch
