#pragma once

#include <string>
#include <unordered_set>

#include "glog/logging.h"
#include "paddle/fluid/framework/convert_utils.h"
#include "paddle/fluid/framework/type_defs.h"
#include "paddle/phi/core/compat/op_utils.h"
#include "paddle/phi/core/dense_tensor.h"
#include "paddle/phi/core/kernel_factory.h"

namespace paddle::framework {

std::string GradVarName(const std::string& name);

class OperatorBase {
 public:
  OperatorBase(const std::string& type, const VariableNameMap&, const VariableNameMap&, const AttributeMap&);
  virtual ~OperatorBase();
};

class ExecutionContext {
 public:
  template <typename T>
  const T& Attr(const std::string&) const;
  template <typename T>
  const T* Input(const std::string&) const;
  virtual bool HasInput(const std::string&) const;
  phi::Place GetPlace() const;
};

class OperatorWithKernel : public OperatorBase {
 public:
  OperatorWithKernel(const std::string& type, const VariableNameMap&, const VariableNameMap&, const AttributeMap&);
  proto::VarType::Type IndicateVarDataType(const ExecutionContext&, const std::string&) const;
  proto::VarType::Type IndicateOrPromoteVarDataTypes(
      const ExecutionContext&, const std::string&, const std::string&) const;
  virtual phi::KernelKey GetExpectedKernelType(const ExecutionContext&) const;
  virtual phi::KernelKey GetKernelTypeForVar(
      const std::string&, const phi::DenseTensor&, const phi::KernelKey& expected) const;
};

}  // namespace paddle::framework
