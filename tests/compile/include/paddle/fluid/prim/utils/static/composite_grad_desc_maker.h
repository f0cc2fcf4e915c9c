#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "paddle/fluid/framework/op_desc.h"
#include "paddle/fluid/framework/operator.h"
#include "paddle/fluid/prim/utils/static/desc_tensor.h"
#include "paddle/phi/api/include/tensor.h"
#include "paddle/utils/optional.h"

namespace paddle::prim {

class CompositeGradOpMakerBase {
 public:
  explicit CompositeGradOpMakerBase(
      const framework::OpDesc&, const std::unordered_set<std::string>& no_grad_set,
      std::unordered_map<std::string, std::string>* grad_to_var, const framework::BlockDesc* original_block,
      const std::vector<framework::BlockDesc*>& grad_block = std::vector<framework::BlockDesc*>());
  virtual ~CompositeGradOpMakerBase();
  virtual std::vector<std::unique_ptr<framework::OpDesc>> operator()();
  virtual void Apply() = 0;

  Tensor GetSingleForwardOutput(const std::string&);
  Tensor GetSingleForwardInput(const std::string&);
  Tensor GetSingleOutputGrad(const std::string&);
  Tensor GetSingleInputGrad(const std::string&);
  optional<Tensor> GetOptionalSingleForwardOutput(const std::string&);
  optional<Tensor> GetOptionalSingleForwardInput(const std::string&);
  optional<Tensor> GetOptionalSingleOutputGrad(const std::string&);
  std::vector<Tensor> GetMultiForwardOutput(const std::string&);
  std::vector<Tensor> GetMultiForwardInput(const std::string&);
  std::vector<Tensor> GetMultiOutputGrad(const std::string&);
  std::vector<Tensor> GetMultiInputGrad(const std::string&);
  optional<std::vector<Tensor>> GetOptionalMultiForwardOutput(const std::string&);
  optional<std::vector<Tensor>> GetOptionalMultiForwardInput(const std::string&);
  optional<std::vector<Tensor>> GetOptionalMultiOutputGrad(const std::string&);
  Tensor* GetOutputPtr(Tensor*);
  std::vector<Tensor*> GetOutputPtr(const std::vector<Tensor*>&);
  std::string GetOutputName(const Tensor&);
  std::vector<std::string> GetOutputName(const std::vector<Tensor>&);

 protected:
  template <typename T>
  const T& Attr(const std::string&) const;
  void RecoverOutputName(const Tensor&, const std::string&);
  void RecoverOutputName(const std::vector<Tensor>&, const std::vector<std::string>&);
  bool HasInput(const std::string&) const;
  bool HasOutput(const std::string&) const;
};

}  // namespace paddle::prim
