// Operators that are run.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "paddle/fluid/framework/framework.pb.h"
#include "paddle/fluid/framework/type_defs.h"
#include "paddle/phi/core/dense_tensor.h"
#include "paddle/phi/core/device_context.h"
#include "paddle/phi/core/kernel_context.h"
#include "paddle/phi/core/kernel_factory.h"

namespace paddle::framework {

class InferShapeContext;
class OperatorBase;
class Scope;

class Variable {
 public:
  /// The number of dense tensors in `VarType`, whose name depends on the release.
  static constexpr int kDenseTensor = 7;
  explicit Variable(phi::DenseTensor* tensor) : holder_(new Holder) { holder_->value_ = tensor; }
  template <typename T>
  const T& Get() const {
    return *static_cast<const T*>(holder_->value_);
  }

 private:
  struct Holder {
    virtual ~Holder() = default;
    void* value_;
    int type_ = kDenseTensor;
  };
  std::shared_ptr<Holder> holder_;
};

class RuntimeContext {
 public:
  std::map<std::string, std::vector<Variable*>> inputs;
  std::map<std::string, std::vector<Variable*>> outputs;
};

class ExecutionContext : public phi::KernelContext {
 public:
  ExecutionContext(const OperatorBase* op, const phi::DeviceContext* device_context, const RuntimeContext* context)
      : op_(op), scope_(nullptr), device_context_(device_context), context_(context) {}
  virtual ~ExecutionContext();
  const Attribute& GetAttr(const std::string& name) const;
  const Variable* InputVar(const std::string& name) const;
  template <typename T>
  const T& Attr(const std::string& name) const {
    return PADDLE_GET_CONST(T, GetAttr(name));
  }
  template <typename T>
  const T* Input(const std::string& name) const {
    return &InputVar(name)->Get<T>();
  }
  phi::Place GetPlace() const { return device_context_->GetPlace(); }

 private:
  const OperatorBase* op_;
  const Scope* scope_;
  const phi::DeviceContext* device_context_;
  const RuntimeContext* context_;
};

class OperatorBase {
 public:
  OperatorBase(const std::string& type, const VariableNameMap& inputs, const VariableNameMap& outputs,
               const AttributeMap& attrs);
  virtual ~OperatorBase();
  virtual void Stop();
  virtual std::string DebugStringEx(const Scope* scope) const;
  virtual bool SupportGPU() const;
  virtual bool SupportXPU() const;
  virtual bool SupportCustomDevice() const;
  virtual std::vector<std::string> OutputVars(bool with_intermediate) const;
  virtual void SetIsRuntimeInferShape(bool value);
  virtual void RuntimeInferShape(const Scope& scope, const phi::Place& place, const RuntimeContext& context) const;
  virtual phi::Place GetExecutionPlace(const phi::Place& place) const;

 private:
  virtual void RunImpl(const Scope& scope, const phi::Place& place) const = 0;
};

class OperatorWithKernel : public OperatorBase {
 public:
  OperatorWithKernel(const std::string& type, const VariableNameMap& inputs, const VariableNameMap& outputs,
                     const AttributeMap& attrs);
  ~OperatorWithKernel() override;
  bool SupportGPU() const override;
  bool SupportXPU() const override;
  bool SupportCustomDevice() const override;
  virtual void InferShape(InferShapeContext* context) const;
  void SetIsRuntimeInferShape(bool value) override;
  void RuntimeInferShape(const Scope& scope, const phi::Place& place, const RuntimeContext& context) const override;
  proto::VarType::Type IndicateVarDataType(const ExecutionContext& context, const std::string& name) const;
  proto::VarType::Type IndicateOrPromoteVarDataTypes(const ExecutionContext& context, const std::string& first,
                                                     const std::string& second) const;
  virtual phi::KernelKey GetExpectedKernelType(const ExecutionContext& context) const;
  virtual phi::KernelKey GetKernelTypeForVar(const std::string& name, const phi::DenseTensor& tensor,
                                             const phi::KernelKey& expected) const;
  phi::Place GetExecutionPlace(const phi::Place& place) const override;

 private:
  void RunImpl(const Scope& scope, const phi::Place& place) const final;

  /// The members of both classes, and no pointer to a table of functions.
  alignas(8) char members_[432];
};

}  // namespace paddle::framework
