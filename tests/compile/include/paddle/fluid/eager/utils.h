#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "differences.h"
#include "paddle/fluid/eager/autograd_meta.h"
#include "paddle/fluid/eager/eager_tensor.h"
#include "paddle/fluid/eager/grad_node_info.h"
#include "paddle/phi/api/all.h"

namespace egr {

class TensorWrapper;

class EagerUtils {
  using Meta = AutogradMeta*;
  using Metas = std::vector<AutogradMeta*>;
  // What the variadic functions take: a meta, or metas by pointer or by value.
  template <typename T>
  static constexpr bool IsMeta = std::is_convertible_v<T, Meta> || std::is_same_v<std::decay_t<T>, Metas> ||
                                 std::is_same_v<std::decay_t<T>, Metas*>;
  template <typename T>
  static constexpr bool IsOutput =
      std::is_convertible_v<T, paddle::Tensor*> || std::is_same_v<std::decay_t<T>, std::vector<paddle::Tensor*>>;

 public:
  static Meta autograd_meta(paddle::Tensor*);
  static Metas autograd_meta(std::vector<paddle::Tensor>*);
  static Metas autograd_meta(std::vector<paddle::Tensor*>*);
  static Meta nullable_autograd_meta(const paddle::Tensor&);
  static Meta nullable_autograd_meta(const paddle::optional<paddle::Tensor>&);
  static Metas nullable_autograd_meta(const std::vector<paddle::Tensor>&);
  static Metas nullable_autograd_meta(const std::vector<paddle::Tensor*>&);
  template <typename T, typename = std::enable_if_t<kMetasOfOptionalLists && std::is_same_v<T, paddle::Tensor>>>
  static Metas nullable_autograd_meta(const paddle::optional<std::vector<T>>&);
  static void SetHistory(Metas*, const std::shared_ptr<GradNodeBase>&);
  static void SetHistory(Meta, const std::shared_ptr<GradNodeBase>&);
  static void SetOutRankWithSlot(Metas*, size_t slot);
  static void SetOutRankWithSlot(Meta, size_t slot);

  template <typename... T>
  static std::enable_if_t<(IsMeta<T> && ...), bool> ComputeRequireGrad(bool trace_backward, T&&...);
  template <typename... T>
  static std::enable_if_t<(IsMeta<T> && ...)> PassStopGradient(bool stop_gradient, T&&...);
  template <typename... T>
  static std::enable_if_t<(IsOutput<T> && ...)> SetGradOutputDistAttr(
      const paddle::small_vector<std::vector<GradSlotMeta>, kSlotSmallVectorSize>& out_metas,
      const paddle::small_vector<size_t, kSlotSmallVectorSize>& out_indexes, T&&...);

  static void CheckInplace(const paddle::Tensor&, const AutogradMeta*, bool require_any_grad);
  static void HandleViewBetweenInputAndOutput(const paddle::Tensor& input, paddle::Tensor* view);
  static void HandleViewBetweenInputAndOutput(
      const std::shared_ptr<EagerVariable>& input, const std::shared_ptr<EagerVariable>& view);

  // Variables of operators that are traced.
  using Variable = std::shared_ptr<EagerVariable>;
  static std::vector<Variable> TrySyncToVars(const paddle::Tensor&);
  static std::vector<Variable> TrySyncToVars(paddle::Tensor*);
  static std::vector<Variable> TrySyncToVars(const std::vector<paddle::Tensor*>&);
  static std::vector<Variable> TrySyncToVars(const std::vector<paddle::Tensor>&);
  static std::vector<Variable> CreateVars(size_t count);
  static std::vector<paddle::Tensor> GetOutputs(const std::vector<Variable>&);
  static void GetOutput(const Variable&, paddle::Tensor*);
  static void GetOutputs(const std::vector<Variable>&, std::vector<paddle::Tensor>*);
  static void GetOutputs(const std::vector<Variable>&, const std::vector<paddle::Tensor*>&);
  static void Output2Result(const std::vector<paddle::Tensor*>&, std::vector<paddle::Tensor>*);

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
};

}  // namespace egr
