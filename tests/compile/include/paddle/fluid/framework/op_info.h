#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "paddle/fluid/framework/framework.pb.h"
#include "paddle/fluid/framework/type_defs.h"

namespace phi {
class InferMetaContext;
}  // namespace phi

namespace paddle::imperative {

class GradOpNode;
class VarBase;
using NameVarBaseMap = std::map<std::string, std::vector<std::shared_ptr<VarBase>>>;

}  // namespace paddle::imperative

namespace paddle::framework {

class InferShapeContext;
class InferVarTypeContext;
class OpDesc;
class OperatorBase;

class OpAttrChecker {};

class InferNoNeedBufferVarsContext;

class NoNeedBufferVarsInference {
 public:
  virtual ~NoNeedBufferVarsInference();
  virtual const std::unordered_set<std::string>& operator()(const InferNoNeedBufferVarsContext&) const = 0;
};

class InferNoNeedBufferVarsFN {
 public:
  void Reset(const std::shared_ptr<NoNeedBufferVarsInference>&);
};

using InplacePair = std::unordered_map<std::string, std::string>;

class OpInfo {
 public:
  std::function<OperatorBase*(
      const std::string&, const VariableNameMap&, const VariableNameMap&, const AttributeMap&)>
      creator_;
  std::function<std::vector<std::unique_ptr<OpDesc>>(
      const OpDesc&, const std::unordered_set<std::string>&, std::unordered_map<std::string, std::string>*,
      const std::vector<BlockDesc*>&)>
      grad_op_maker_;
  std::function<std::vector<std::unique_ptr<OpDesc>>(
      const OpDesc&, const std::unordered_set<std::string>&, std::unordered_map<std::string, std::string>*,
      const BlockDesc*, const std::vector<BlockDesc*>&)>
      grad_comp_op_maker_;
  proto::OpProto* proto_;
  OpAttrChecker* checker_;
  std::function<void(InferVarTypeContext*)> infer_var_type_;
  std::function<void(InferShapeContext*)> infer_shape_;
  std::function<void(phi::InferMetaContext*)> infer_meta_;
  std::function<InplacePair(bool)> infer_inplace_;
  InferNoNeedBufferVarsFN infer_no_need_buffer_vars_;
  std::function<std::shared_ptr<imperative::GradOpNode>(
      const std::string&, const imperative::NameVarBaseMap&, const imperative::NameVarBaseMap&, const AttributeMap&,
      const AttributeMap&, const std::map<std::string, std::string>&)>
      dygraph_grad_op_maker_;
  bool use_default_grad_op_desc_maker_;
  bool use_empty_grad_op_desc_maker_;
};

class OpInfoMap {
 public:
  static OpInfoMap& Instance();
  bool Has(const std::string&) const;
  void Insert(const std::string&, const OpInfo&);
};

}  // namespace paddle::framework
