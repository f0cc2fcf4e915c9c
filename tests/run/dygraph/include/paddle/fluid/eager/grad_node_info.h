#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "paddle/fluid/eager/api/utils/global_utils.h"
#include "paddle/phi/api/all.h"
#include "paddle/phi/core/dense_tensor.h"
#include "paddle/phi/core/distributed/auto_parallel/dist_attr.h"

namespace egr {

class AutogradMeta;
class GradNodeBase;
class NodePostHookBase;
class TensorHook;

template <typename T>
using Slots = paddle::small_vector<std::vector<T>, kSlotSmallVectorSize>;

class Edge {
  size_t slot_ = 0;
  size_t rank_ = 0;
  std::shared_ptr<GradNodeBase> node_;
};

class GradSlotMeta {
 public:
  bool IsStopGradient() const { return stop_gradient_; }

 private:
  bool stop_gradient_ = false;
  phi::Place place_;
  std::shared_ptr<phi::DenseTensorMeta> meta_;
  Edge edge_;
  phi::distributed::TensorDistAttr dist_attr_;
  phi::DDim dist_dims_;
  bool is_dist_ = false;
#ifdef OF_3_3
  std::string tensor_;
#endif
};

class GradNodeBase {
 public:
  GradNodeBase(size_t bwd_in_slot_num, size_t bwd_out_slot_num);
  virtual ~GradNodeBase();
  virtual Slots<paddle::Tensor> operator()(
      Slots<paddle::Tensor>&, bool create_graph = false, bool is_new_grad = false) = 0;
  virtual void ClearTensorWrappers() = 0;
  virtual std::shared_ptr<GradNodeBase> Copy() const = 0;

  const Slots<GradSlotMeta>& InputMeta() const;
  const Slots<GradSlotMeta>& OutputMeta() const;
  void SetGradInMeta(const std::vector<paddle::Tensor>&, size_t slot);
  void SetGradInMeta(const paddle::Tensor&, size_t slot);
  void SetGradInMeta(const std::vector<paddle::Tensor*>&, size_t slot);
  void SetGradOutMeta(const std::vector<paddle::Tensor>&, size_t slot);
  void SetGradOutMeta(const std::vector<const paddle::Tensor*>&, size_t slot);
  void SetGradOutMeta(const paddle::Tensor&, size_t slot);
  void SetGradOutMeta(const paddle::Tensor&, const AutogradMeta*, size_t slot);
  Slots<paddle::Tensor> ApplyGradientHooks(const Slots<paddle::Tensor>&);
  Slots<paddle::Tensor> ApplyNodePostHooks(const Slots<paddle::Tensor>& results, const Slots<paddle::Tensor>& arguments);
  bool HasNodePostHook();
  void HandleComplexGradToRealGrad(Slots<paddle::Tensor>*);
  bool NeedComplexToRealConversion() { return converts_complex_; }
  virtual std::string name();
  void SetIsTensorWrappersCleared(bool is_cleared) { is_cleared_ = is_cleared; }
  void SetForwardTrace(std::string trace) { trace_ = std::move(trace); }
  std::string GetForwardTrace() { return trace_; }
  bool IsRunAutoParallel() const { return is_distributed_; }

 private:
  Slots<GradSlotMeta> out_meta_;
  Slots<GradSlotMeta> in_meta_;
  std::map<int64_t, std::tuple<size_t, size_t, std::shared_ptr<TensorHook>>> hooks_;
  int64_t next_hook_ = 0;
  std::map<int64_t, std::shared_ptr<NodePostHookBase>> post_hooks_;
  int64_t next_post_hook_ = 0;
  bool converts_complex_ = false;
  bool is_cleared_ = false;
  std::string trace_;
  bool is_distributed_ = false;
};

}  // namespace egr
