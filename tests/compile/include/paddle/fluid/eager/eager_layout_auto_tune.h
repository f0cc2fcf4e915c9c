#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/fluid/eager/api/generated/eager_generated/forwards/dygraph_functions.h"
#include "paddle/fluid/eager/api/utils/global_utils.h"

namespace paddle::imperative {

class LayoutAutotuneGuard {
 public:
  LayoutAutotuneGuard(std::shared_ptr<Tracer>, bool use_autotune);
  LayoutAutotuneGuard(const LayoutAutotuneGuard&) = delete;
  ~LayoutAutotuneGuard();
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

std::shared_ptr<EagerLayoutTransformer> EagerLayoutAutotune(
    const std::string& op, const paddle::small_vector<std::vector<paddle::Tensor>, kSlotSmallVectorSize>&);
template <typename T>
std::shared_ptr<EagerLayoutTransformer> EagerLayoutAutotune(
    const std::string& op, const paddle::small_vector<std::vector<paddle::Tensor>, kSlotSmallVectorSize>&, T* attr);
template <typename T, typename U>
std::shared_ptr<EagerLayoutTransformer> EagerLayoutAutotune(
    const std::string& op, const paddle::small_vector<std::vector<paddle::Tensor>, kSlotSmallVectorSize>&, T* axis,
    U* keep_dim);

}  // namespace egr
