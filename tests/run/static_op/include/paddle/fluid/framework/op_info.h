// The table of operators.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "paddle/fluid/framework/op_desc.h"
#include "paddle/fluid/framework/op_proto_maker.h"
#include "paddle/phi/core/enforce.h"
#include "paddle/phi/core/infermeta_utils.h"
#include "paddle/utils/flat_hash_map.h"

namespace paddle::imperative {
class GradOpNode;
class OpBase;
class VarBase;
using NameVarBaseMap = std::map<std::string, std::vector<std::shared_ptr<VarBase>>>;
}  // namespace paddle::imperative

namespace paddle::framework {

class InferShapeContext;
class InferVarTypeContext;
class OperatorBase;

class InferNoNeedBufferVarsContext;

class NoNeedBufferVarsInference {
 public:
  virtual ~NoNeedBufferVarsInference() = default;
  virtual const std::unordered_set<std::string>& operator()(const InferNoNeedBufferVarsContext& context) const = 0;
};

class InferNoNeedBufferVarsFN {
 public:
  void Reset(const std::shared_ptr<NoNeedBufferVarsInference>& inference) { inference_ = inference; }

 private:
  std::shared_ptr<NoNeedBufferVarsInference> inference_;
};

using InplacePair = std::unordered_map<std::string, std::string>;

class OpInfo {
 public:
  using GradOps = std::vector<std::unique_ptr<OpDesc>>;
  using Names = std::unordered_set<std::string>;
  using NameOfGradient = std::unordered_map<std::string, std::string>;
  using Blocks = std::vector<BlockDesc*>;

  std::function<OperatorBase*(const std::string&, const VariableNameMap&, const VariableNameMap&, const AttributeMap&)>
      creator_;
  std::function<GradOps(const OpDesc&, const Names&, NameOfGradient*, const Blocks&)> grad_op_maker_;
  std::function<GradOps(const OpDesc&, const Names&, NameOfGradient*, const BlockDesc*, const Blocks&)>
      grad_comp_op_maker_;
  proto::OpProto* proto_ = nullptr;
  OpAttrChecker* checker_ = nullptr;
  std::function<void(InferVarTypeContext*)> infer_var_type_;
  std::function<void(InferShapeContext*)> infer_shape_;
  std::function<void(phi::InferMetaContext*)> infer_meta_;
  std::function<InplacePair(bool)> infer_inplace_;
  InferNoNeedBufferVarsFN infer_no_need_buffer_vars_;
  std::function<std::shared_ptr<imperative::GradOpNode>(
      const std::string&, const imperative::NameVarBaseMap&, const imperative::NameVarBaseMap&, const AttributeMap&,
      const AttributeMap&, const std::map<std::string, std::string>&)>
      dygraph_grad_op_maker_;
  bool use_default_grad_op_desc_maker_ = false;
  bool use_empty_grad_op_desc_maker_ = false;
};

class OpInfoMap {
 public:
  static OpInfoMap& Instance();
  bool Has(const std::string& type) const { return map_.find(type) != map_.end(); }
  void Insert(const std::string& type, const OpInfo& info);
  const OpInfo& Get(const std::string& type) const;
  const paddle::flat_hash_map<std::string, OpInfo>& map() const { return map_; }

 private:
  paddle::flat_hash_map<std::string, OpInfo> map_;
};

}  // namespace paddle::framework
