// Makers of gradients.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "paddle/fluid/framework/op_info.h"

namespace paddle::framework {

std::string GradVarName(const std::string& name);

template <typename T>
using GradOpPtr = OpDesc*;

class GradOpDescMakerBase {
 public:
  GradOpDescMakerBase(const OpDesc& forward, const OpInfo::Names& no_grad_set, OpInfo::NameOfGradient* grad_to_var,
                      const OpInfo::Blocks& grad_blocks)
      : forward_(forward), no_grad_set_(no_grad_set), grad_to_var_(grad_to_var), grad_blocks_(grad_blocks) {}
  virtual ~GradOpDescMakerBase() = default;
  virtual OpInfo::GradOps operator()() const = 0;

 protected:
  std::vector<std::string> InputGrad(const std::string& name, bool drop_empty = true) const;
  std::vector<std::string> OutputGrad(const std::string& name) const;
  const Attribute& GetAttr(const std::string& name) const;
  std::vector<std::string> Input(const std::string& name) const { return forward_.Input(name); }
  std::vector<std::string> Output(const std::string& name) const { return forward_.Output(name); }
  const AttributeMap& Attrs() const { return forward_.GetAttrMap(); }
  bool HasInput(const std::string& name) const { return forward_.HasInput(name); }
  bool HasOutput(const std::string& name) const { return forward_.HasOutput(name); }

 private:
  const OpDesc& forward_;
  const OpInfo::Names& no_grad_set_;
  OpInfo::NameOfGradient* grad_to_var_;
  OpInfo::Blocks grad_blocks_;
};

template <typename T>
class SingleGradOpMaker : public GradOpDescMakerBase {
 public:
  using GradOpDescMakerBase::GradOpDescMakerBase;
  OpInfo::GradOps operator()() const final;

 protected:
  virtual void Apply(OpDesc* grad_op) const = 0;
};

/// The makers of the imperative mode of old releases. Python cannot call them any more, so they make nothing here.
template <>
class SingleGradOpMaker<imperative::OpBase> {
 public:
  template <typename... Arguments>
  explicit SingleGradOpMaker(const Arguments&...) {}
  virtual ~SingleGradOpMaker() = default;
  void SetDygraphDefaultAttrsMap(const AttributeMap&) {}
  std::shared_ptr<imperative::GradOpNode> operator()() const { return nullptr; }

 protected:
  virtual void Apply(OpDesc* grad_op) const = 0;
  std::vector<std::string> InputGrad(const std::string&, bool) const { return {}; }
  std::vector<std::string> OutputGrad(const std::string&) const { return {}; }
  std::vector<std::string> Input(const std::string&) const { return {}; }
  std::vector<std::string> Output(const std::string&) const { return {}; }
  Attribute GetAttr(const std::string&) const { return {}; }
  AttributeMap Attrs() const { return {}; }
  bool HasInput(const std::string&) const { return false; }
  bool HasOutput(const std::string&) const { return false; }
};

}  // namespace paddle::framework
