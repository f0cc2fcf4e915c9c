// The keys of kernels, which operators find when they run.
#pragma once

#include <deque>
#include <sstream>

#include "paddle/phi/api/include/tensor.h"
#include "paddle/phi/backends/context_pool.h"

namespace paddle::experimental {
// The header that declares it takes seconds to compile.
Tensor full(const IntArray& shape, const Scalar& value, phi::DataType type, const phi::Place& place);
}  // namespace paddle::experimental

namespace opgen {

namespace fluid = paddle::framework;
using phi::DataType;

inline phi::DenseTensor* TensorOf(DataType type) {
  static std::map<DataType, paddle::Tensor> tensors;
  auto& tensor = tensors[type];
  if (!tensor.defined()) tensor = paddle::experimental::full({2, 2}, 1, type, phi::CPUPlace());
  return static_cast<phi::DenseTensor*>(tensor.impl().get());
}

template <typename Variables>
fluid::VariableNameMap Names(const Variables& variables) {
  fluid::VariableNameMap names;
  for (const auto& one : variables) names[one.parameter()] = {one.arguments().begin(), one.arguments().end()};
  return names;
}

/// The key of an operator's kernel, and those of its inputs for that kernel. One input has a type of its own.
inline std::string Keys(const fluid::proto::OpDesc& desc, DataType usual, DataType special, size_t input) {
  const auto inputs = Names(desc.inputs());
  std::deque<fluid::Variable> variables;
  fluid::RuntimeContext context;
  for (const auto& [name, arguments] : inputs) {
    auto* tensor = TensorOf(context.inputs.size() == input ? special : usual);
    auto& values = context.inputs[name];
    for (size_t i = 0; i < arguments.size(); ++i) values.push_back(&variables.emplace_back(tensor));
  }
  const auto attrs = fluid::OpDesc(desc, nullptr).GetAttrMap();
  // The framework's operator with this attribute takes it for an input, and reads its device.
  if (attrs.count("place")) context.inputs["place"] = {&variables.emplace_back(TensorOf(usual))};
  const auto& create = fluid::OpInfoMap::Instance().Get(desc.type()).creator_;
  const std::unique_ptr<fluid::OperatorBase> created(create(desc.type(), inputs, Names(desc.outputs()), attrs));
  const auto* op = dynamic_cast<const fluid::OperatorWithKernel*>(created.get());
  if (!op) return "no kernel";
  const auto* device = phi::DeviceContextPool::Instance().Get(phi::CPUPlace());
  const auto key = op->GetExpectedKernelType(fluid::ExecutionContext(op, device, &context));
  std::ostringstream text;
  text << key;
  for (const auto& [name, arguments] : inputs) {
    text << ", " << name << " " << op->GetKernelTypeForVar(name, *TensorOf(special), key);
  }
  return text.str();
}

/// Line by line, the keys for inputs of different types, or errors.
inline std::string AllKeys(const fluid::proto::OpDesc& desc) {
  std::string text;
  for (const auto usual : {DataType::FLOAT32, DataType::COMPLEX64}) {
    for (int input = 0; input < desc.inputs_size(); ++input) {
      try {
        text += Keys(desc, usual, DataType::FLOAT64, input) + "\n";
      } catch (const std::exception& error) {
        text += std::string(error.what()) + "\n";
      }
    }
  }
  return text;
}

}  // namespace opgen
