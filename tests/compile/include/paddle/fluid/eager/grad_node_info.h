#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/fluid/eager/api/utils/global_utils.h"
#include "paddle/phi/api/all.h"
#include "paddle/phi/core/dense_tensor.h"

namespace egr {

class AutogradMeta;

class GradSlotMeta {
 public:
  bool IsStopGradient() const;
};

template <typename T>
using Slots = paddle::small_vector<std::vector<T>, kSlotSmallVectorSize>;

class GradNodeBase {
 public:
  GradNodeBase();
  GradNodeBase(size_t bwd_in_slot_num, size_t bwd_out_slot_num);
  virtual ~GradNodeBase();
  virtual Slots<paddle::Tensor> operator()(
      Slots<paddle::Tensor>&, bool create_graph = false, bool is_new_grad = false) = 0;
  virtual void ClearTensorWrappers() = 0;
  virtual std::shared_ptr<GradNodeBase> Copy() const = 0;
  virtual std::string name();

  const Slots<GradSlotMeta>& InputMeta() const;
  const Slots<GradSlotMeta>& OutputMeta() const;
  void SetGradInMeta(const std::vector<paddle::Tensor>&, size_t slot);
  void SetGradInMeta(const paddle::Tensor&, size_t slot);
  void SetGradOutMeta(const std::vector<paddle::Tensor>&, size_t slot);
  void SetGradOutMeta(const std::vector<const paddle::Tensor*>&, size_t slot);
  void SetGradOutMeta(const paddle::Tensor&, size_t slot);
  void SetGradOutMeta(const paddle::Tensor&, const AutogradMeta*, size_t slot);
  Slots<paddle::Tensor> ApplyGradientHooks(const Slots<paddle::Tensor>&);
  void HandleComplexGradToRealGrad(Slots<paddle::Tensor>*);
  bool NeedComplexToRealConversion();
  void SetIsTensorWrappersCleared(bool);
  void SetForwardTrace(std::string);
  std::string GetForwardTrace();
  bool IsRunAutoParallel() const;
};

}  // namespace egr
