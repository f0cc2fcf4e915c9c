#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "paddle/fluid/framework/type_defs.h"

namespace paddle::imperative {

class GradOpNode;
class OpBase;
class VarBase;

using NameVarBaseMap = std::map<std::string, std::vector<std::shared_ptr<VarBase>>>;

enum TracedVarRole { kForward = 0, kBackward = 1 };

template <typename T, TracedVarRole role>
class TracedVarList : public std::vector<std::shared_ptr<T>> {};

class GradOpBaseMakerBase {
 public:
  explicit GradOpBaseMakerBase(
      const std::string& type, const NameVarBaseMap& inputs, const NameVarBaseMap& outputs,
      const framework::AttributeMap&, const std::map<std::string, std::string>& inplace_map);
  virtual ~GradOpBaseMakerBase();
  virtual std::shared_ptr<GradOpNode> operator()() const = 0;

  TracedVarList<VarBase, kBackward> InputGrad(const std::string&, bool drop_empty_grad = true) const;
  TracedVarList<VarBase, kBackward> OutputGrad(const std::string&) const;
  TracedVarList<VarBase, kForward> Input(const std::string&) const;
  TracedVarList<VarBase, kForward> Output(const std::string&) const;
  static TracedVarList<VarBase, kBackward> EmptyInputGrad();
  void SetDygraphDefaultAttrsMap(const framework::AttributeMap&);
  const framework::AttributeMap& Attrs() const;
  virtual const framework::Attribute& GetAttr(const std::string&) const;
  template <typename T>
  const T& Attr(const std::string&) const;

 protected:
  bool HasInput(const std::string&) const;
  bool HasOutput(const std::string&) const;
};

class TracedGradOp {
 public:
  template <TracedVarRole role>
  void SetInput(const std::string&, const TracedVarList<VarBase, role>&);
  template <TracedVarRole role>
  void SetOutput(const std::string&, const TracedVarList<VarBase, role>&);
  void SetType(const std::string&);
  void SetAttrMap(const framework::AttributeMap&);
  void SetAttr(const std::string&, const framework::Attribute&);
};

}  // namespace paddle::imperative
