#pragma once

#include <memory>

#include <string>
#include <vector>

#include "paddle/fluid/eager/grad_node_info.h"

namespace paddle::imperative {

class LayoutAutotuneGuard {
 public:
  LayoutAutotuneGuard(std::shared_ptr<Tracer>, bool use_autotune);
  LayoutAutotuneGuard(const LayoutAutotuneGuard&) = delete;
  ~LayoutAutotuneGuard();

 private:
  std::shared_ptr<Tracer> tracer_;
  bool used_before_;
};

}  // namespace paddle::imperative
namespace egr {

class EagerLayoutTransformer {
 public:
  virtual ~EagerLayoutTransformer();
  virtual paddle::Tensor TransInTensor(const std::string&, const paddle::Tensor&);
  virtual paddle::optional<paddle::Tensor> TransInTensor(const std::string&, const paddle::optional<paddle::Tensor>&);
  virtual std::vector<paddle::Tensor> TransInTensors(const std::string&, const std::vector<paddle::Tensor>&);
  virtual paddle::optional<std::vector<paddle::Tensor>> TransInTensors(
      const std::string&, const paddle::optional<std::vector<paddle::Tensor>>&);
  virtual void SetOutTensorLayout(std::vector<paddle::Tensor>*);
  virtual void SetOutTensorLayout(paddle::optional<paddle::Tensor>*);
  virtual void SetOutTensorLayout(paddle::optional<std::vector<paddle::Tensor>>*);
  virtual void SetOutTensorLayout(paddle::Tensor*);
};

using Transformer = std::shared_ptr<EagerLayoutTransformer>;

// No test tunes layouts, so whatever the framework's library does not export does nothing special.
Transformer EagerLayoutAutotune(const std::string& op, const Slots<paddle::Tensor>&);
template <typename T>
Transformer EagerLayoutAutotune(const std::string& op, const Slots<paddle::Tensor>& tensors, T*) {
  return EagerLayoutAutotune(op, tensors);
}
template <typename T, typename U>
Transformer EagerLayoutAutotune(const std::string& op, const Slots<paddle::Tensor>& tensors, T*, U*) {
  return EagerLayoutAutotune(op, tensors);
}
template <>
Transformer EagerLayoutAutotune(const std::string&, const Slots<paddle::Tensor>&, std::string*);
template <>
Transformer EagerLayoutAutotune(const std::string&, const Slots<paddle::Tensor>&, std::vector<int>*);
template <>
Transformer EagerLayoutAutotune(const std::string&, const Slots<paddle::Tensor>&, paddle::experimental::Scalar*);
template <>
Transformer EagerLayoutAutotune(const std::string&, const Slots<paddle::Tensor>&, paddle::experimental::Scalar*, bool*);
template <>
Transformer EagerLayoutAutotune(const std::string&, const Slots<paddle::Tensor>&, int*, int*);

}  // namespace egr
