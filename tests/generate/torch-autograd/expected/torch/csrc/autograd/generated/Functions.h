#pragma once
// @generated from ../tools/autograd/templates/Functions.h
#include <torch/csrc/autograd/function.h>

#ifdef _WIN32
struct AbsxBackward0 : public TraceableFunction {
  TORCH_API AbsxBackward0() = default;
#else
struct TORCH_API AbsxBackward0 : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "AbsxBackward0";
  }
  void release_variables() override {
    std::lock_guard<std::mutex> lock(mutex_);
    self_.reset_data();
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  SavedVariable self_;
};

#ifdef _WIN32
struct ViewAsComplexBackward0 : public Node {
  TORCH_API ViewAsComplexBackward0() = default;
#else
struct TORCH_API ViewAsComplexBackward0 : public Node {
#endif
  using Node::Node;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "ViewAsComplexBackward0";
  }
  void release_variables() override {
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

};

#ifdef _WIN32
struct SplitBackward0 : public Node {
  TORCH_API SplitBackward0() = default;
#else
struct TORCH_API SplitBackward0 : public Node {
#endif
  using Node::Node;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "SplitBackward0";
  }
  void release_variables() override {
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  int64_t dim = 0;
  at::TensorOptions self_options;
  std::vector<c10::SymInt> self_sym_sizes;
  c10::SymInt split_size;
};

#ifdef _WIN32
struct AsStridedBackward0 : public Node {
  TORCH_API AsStridedBackward0() = default;
#else
struct TORCH_API AsStridedBackward0 : public Node {
#endif
  using Node::Node;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "AsStridedBackward0";
  }
  void release_variables() override {
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  at::TensorGeometry self_geometry;
  std::vector<c10::SymInt> size;
  ::std::optional<c10::SymInt> storage_offset;
  std::vector<c10::SymInt> stride;
};

#ifdef _WIN32
struct ScalexBackward0 : public TraceableFunction {
  TORCH_API ScalexBackward0() = default;
#else
struct TORCH_API ScalexBackward0 : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "ScalexBackward0";
  }
  void release_variables() override {
    std::lock_guard<std::mutex> lock(mutex_);
    other_.reset_data();
    self_.reset_data();
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  at::Scalar alpha;
  SavedVariable other_;
  at::ScalarType other_scalar_type;
  SavedVariable self_;
  at::ScalarType self_scalar_type;
};

#ifdef _WIN32
struct TurnedxBackward0 : public TraceableFunction {
  TORCH_API TurnedxBackward0() = default;
#else
struct TORCH_API TurnedxBackward0 : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "TurnedxBackward0";
  }
  void release_variables() override {
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  std::vector<int64_t> dims;
};

#ifdef _WIN32
struct PairxBackward0 : public TraceableFunction {
  TORCH_API PairxBackward0() = default;
#else
struct TORCH_API PairxBackward0 : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "PairxBackward0";
  }
  void release_variables() override {
    std::lock_guard<std::mutex> lock(mutex_);
    weight_.reset_data();
    indices_.reset_data();
  }
  void will_release_variables() override {
    retain_variables = false;
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  bool retain_variables = true;
  std::optional<std::string> mode;
  SavedVariable weight_;
  SavedVariable indices_;
};

#ifdef _WIN32
struct JoinxBackward0 : public TraceableFunction {
  TORCH_API JoinxBackward0() = default;
#else
struct TORCH_API JoinxBackward0 : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "JoinxBackward0";
  }
  void release_variables() override {
    std::lock_guard<std::mutex> lock(mutex_);
    masks_.clear();
    masks_released_ = true;
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  std::vector<SavedVariable> masks_;
  bool masks_released_ = false;
  ::std::vector<::std::vector<int64_t>> tensors_args_sizes;
  size_t tensors_size_;
};

#ifdef _WIN32
struct KeyedxBackward0 : public TraceableFunction {
  TORCH_API KeyedxBackward0() = default;
#else
struct TORCH_API KeyedxBackward0 : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "KeyedxBackward0";
  }
  void release_variables() override {
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  std::vector<c10::SymInt> self_sym_sizes;
};

#ifdef _WIN32
struct KeyedxBackwardAutogradCUDA0 : public TraceableFunction {
  TORCH_API KeyedxBackwardAutogradCUDA0() = default;
#else
struct TORCH_API KeyedxBackwardAutogradCUDA0 : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "KeyedxBackwardAutogradCUDA0";
  }
  void release_variables() override {
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  std::vector<c10::SymInt> self_sym_sizes;
};

#ifdef _WIN32
struct ViewAsComplexBackward0_copy : public TraceableFunction {
  TORCH_API ViewAsComplexBackward0_copy() = default;
#else
struct TORCH_API ViewAsComplexBackward0_copy : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "ViewAsComplexBackward0_copy";
  }
  void release_variables() override {
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

};

#ifdef _WIN32
struct SplitBackward0_copy : public TraceableFunction {
  TORCH_API SplitBackward0_copy() = default;
#else
struct TORCH_API SplitBackward0_copy : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "SplitBackward0_copy";
  }
  void release_variables() override {
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  int64_t dim = 0;
  at::TensorOptions self_options;
  std::vector<c10::SymInt> self_sym_sizes;
  c10::SymInt split_size;
};

#ifdef _WIN32
struct AsStridedBackward0_copy : public TraceableFunction {
  TORCH_API AsStridedBackward0_copy() = default;
#else
struct TORCH_API AsStridedBackward0_copy : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "AsStridedBackward0_copy";
  }
  void release_variables() override {
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  at::TensorGeometry self_geometry;
  std::vector<c10::SymInt> size;
  ::std::optional<c10::SymInt> storage_offset;
  std::vector<c10::SymInt> stride;
};

#ifdef _WIN32
struct ForeachScalexBackward0List : public TraceableFunction {
  TORCH_API ForeachScalexBackward0List() = default;
#else
struct TORCH_API ForeachScalexBackward0List : public TraceableFunction {
#endif
  using TraceableFunction::TraceableFunction;
  variable_list apply(variable_list&& grads) override;
  std::string name() const override {
    return "ForeachScalexBackward0List";
  }
  void release_variables() override {
    std::lock_guard<std::mutex> lock(mutex_);
    other_.clear();
    other_released_ = true;
    self_.clear();
    self_released_ = true;
  }
  void compiled_args(CompiledNodeArgs& args) const override;
  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;

  at::Scalar alpha;
  std::vector<SavedVariable> other_;
  bool other_released_ = false;
  std::vector<SavedVariable> self_;
  bool self_released_ = false;
  size_t self_size_;
  size_t other_size_;
};
