#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "paddle/fluid/framework/op_desc.h"
#include "paddle/fluid/framework/operator.h"
#include "paddle/fluid/imperative/dygraph_grad_maker.h"

namespace paddle::framework {
namespace details {

template <typename T>
struct GradOpPtrTrait;
template <>
struct GradOpPtrTrait<OpDesc> {
  using Type = OpDesc*;
};
template <>
struct GradOpPtrTrait<imperative::OpBase> {
  using Type = imperative::TracedGradOp*;
};

}  // namespace details

template <typename T>
using GradOpPtr = typename details::GradOpPtrTrait<T>::Type;

class GradOpDescMakerBase {
 public:
  explicit GradOpDescMakerBase(
      const OpDesc&, const std::unordered_set<std::string>& no_grad_set,
      std::unordered_map<std::string, std::string>* grad_to_var,
      const std::vector<BlockDesc*>& grad_block = std::vector<BlockDesc*>());
  virtual ~GradOpDescMakerBase();
  virtual std::vector<std::unique_ptr<OpDesc>> operator()() const = 0;

 protected:
  std::vector<std::string> InputGrad(const std::string&, bool drop_empty_grad = true) const;
  std::vector<std::string> OutputGrad(const std::string&) const;
  std::vector<std::string> Input(const std::string&) const;
  std::vector<std::string> Output(const std::string&) const;
  static std::vector<std::string> EmptyInputGrad();
  const AttributeMap& Attrs() const;
  const Attribute& GetAttr(const std::string&) const;
  template <typename T>
  const T& Attr(const std::string&) const;
  bool HasInput(const std::string&) const;
  bool HasOutput(const std::string&) const;
};

template <typename T>
class SingleGradOpMaker;

template <>
class SingleGradOpMaker<OpDesc> : public GradOpDescMakerBase {
 public:
  using GradOpDescMakerBase::GradOpDescMakerBase;
  std::vector<std::unique_ptr<OpDesc>> operator()() const final;

 protected:
  virtual void Apply(GradOpPtr<OpDesc>) const = 0;
};

template <>
class SingleGradOpMaker<imperative::OpBase> : public imperative::GradOpBaseMakerBase {
 public:
  using GradOpBaseMakerBase::GradOpBaseMakerBase;
  virtual const Attribute& GetAttr(const std::string&) const;
  std::shared_ptr<imperative::GradOpNode> operator()() const final;

 protected:
  virtual void Apply(GradOpPtr<imperative::OpBase>) const = 0;
};

}  // namespace paddle::framework
