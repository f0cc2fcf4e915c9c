#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/fluid/eager/autograd_meta.h"
#include "paddle/fluid/eager/grad_node_info.h"
#include "paddle/phi/api/all.h"
#include "paddle/phi/core/distributed/auto_parallel/process_mesh.h"
#include "paddle/phi/core/enforce.h"

namespace egr {

class TensorWrapper;

class EagerUtils {
  using Meta = AutogradMeta*;
  using Metas = std::vector<AutogradMeta*>;

 public:
  static Meta autograd_meta(paddle::Tensor*);
  static Metas autograd_meta(std::vector<paddle::Tensor>*);
  static Metas autograd_meta(std::vector<paddle::Tensor*>*);
  static Meta nullable_autograd_meta(const paddle::Tensor&);
  static Meta nullable_autograd_meta(const paddle::optional<paddle::Tensor>&);
  static Metas nullable_autograd_meta(const std::vector<paddle::Tensor>&);
  static Metas nullable_autograd_meta(const std::vector<paddle::Tensor*>&);
  static Metas nullable_autograd_meta(const paddle::optional<std::vector<paddle::Tensor>>&);
  static void SetHistory(Metas*, const std::shared_ptr<GradNodeBase>&);
  static void SetHistory(Meta, const std::shared_ptr<GradNodeBase>&);
  static void SetOutRankWithSlot(Metas*, size_t slot);
  static void SetOutRankWithSlot(Meta, size_t slot);
  static void PassStopGradient(bool stop_gradient, Meta meta) { meta->SetStopGradient(stop_gradient); }
  static void CheckInplace(const paddle::Tensor&, const AutogradMeta*, bool require_any_grad);
  static void HandleViewBetweenInputAndOutput(const paddle::Tensor& input, paddle::Tensor* view);
  static paddle::Tensor RecoverTensorWrapper(TensorWrapper*);
  static std::vector<paddle::Tensor> RecoverTensorWrapper(std::vector<TensorWrapper>*);
  static void FillZeroForEmptyOptionalGradInput(std::vector<paddle::Tensor>*, const std::vector<GradSlotMeta>&);
  static void FillZeroForEmptyOptionalGradInput(paddle::Tensor*, const GradSlotMeta&);
  static void FillZeroForEmptyGradInput(paddle::Tensor*, const GradSlotMeta&);
  static void FillZeroForEmptyGradInput(std::vector<paddle::Tensor>*, const std::vector<GradSlotMeta>&);
  static std::string TensorStr(const paddle::Tensor&);
  static std::string TensorStr(const std::vector<paddle::Tensor>&);
  static std::string TensorStr(const paddle::optional<paddle::Tensor>&);
  static std::string TensorStr(const paddle::optional<std::vector<paddle::Tensor>>&);

  // No tensor of a test is distributed.
  template <typename... T>
  static void SetGradOutputDistAttr(
      const Slots<GradSlotMeta>&, const paddle::small_vector<size_t, kSlotSmallVectorSize>&,
      const phi::distributed::ProcessMesh&, T&&...) {
    PADDLE_THROW(common::errors::Unimplemented("a gradient is distributed"));
  }
};

template <typename... T>
bool InputsContainDistTensor(const phi::distributed::ProcessMesh**, const T&...) {
  return false;
}
template <typename... T>
void ConvertAllInputsToDistTensor(const phi::distributed::ProcessMesh*, T&...) {
  PADDLE_THROW(common::errors::Unimplemented("a tensor is distributed"));
}

// Of 3.3. The first two are inline in the framework.
inline void CUDAErrorCheck(const std::string&) {}
inline std::string GenerateUniqueApiName(const std::string& api, const int64_t& call) {
  return api + "_" + std::to_string(call);
}
void SavePythonCallStackToFile(const std::string& folder, const std::string& call);
void SetGradTensorName(paddle::Tensor*, int slot, const Slots<GradSlotMeta>&);
void SetGradTensorName(std::vector<paddle::Tensor>*, int slot, Slots<GradSlotMeta>);
void CheckGradNodeAccumulation(const paddle::Tensor&);
void SaveTensorMD5CheckSumToFile(const std::string& file, const paddle::Tensor&);
void SetTensorName(const std::string& call, const std::string& output, paddle::Tensor*);
void CheckGradNodeAccumulation(const paddle::optional<paddle::Tensor>&);
void SaveTensorMD5CheckSumToFile(const std::string& file, const paddle::optional<paddle::Tensor>&);
void SetTensorName(const std::string& call, const std::string& output, paddle::optional<paddle::Tensor>*);
void CheckGradNodeAccumulation(const std::vector<paddle::Tensor>&);
void SaveTensorMD5CheckSumToFile(const std::string& file, const std::vector<paddle::Tensor>&);
void SetTensorName(const std::string& call, const std::string& output, std::vector<paddle::Tensor>*);
void CheckGradNodeAccumulation(const paddle::optional<std::vector<paddle::Tensor>>&);
void SaveTensorMD5CheckSumToFile(const std::string& file, const paddle::optional<std::vector<paddle::Tensor>>&);
void SetTensorName(const std::string& call, const std::string& output, paddle::optional<std::vector<paddle::Tensor>>*);

}  // namespace egr
