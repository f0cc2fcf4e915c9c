#pragma once

#include <string>
#include <vector>

#include "paddle/fluid/eager/api/utils/global_utils.h"
#include "paddle/phi/api/include/tensor.h"
#include "paddle/utils/optional.h"
#include "paddle/utils/small_vector.h"

namespace paddle::imperative {

// The framework has these as templates. Its library has the ones for tensors.
template <typename T>
phi::DataType GetAmpDestDtype(const std::string& op, const small_vector<std::vector<T>, egr::kSlotSmallVectorSize>&);
template <typename T>
T AmpAutoCast(
    const std::string& input, const T&, const phi::DataType&, const std::string& op, bool trace_backward = true);
template <typename T>
std::vector<T> AmpAutoCasts(
    const std::string& inputs, const std::vector<T>& tensors, const phi::DataType& type, std::string op,
    bool trace_backward = true) {
  std::vector<T> cast;
  for (const T& tensor : tensors) cast.push_back(AmpAutoCast(inputs, tensor, type, op, trace_backward));
  return cast;
}
template <typename T>
optional<T> AmpAutoCast(
    const std::string& input, const optional<T>& tensor, const phi::DataType& type, const std::string& op,
    bool trace_backward = true) {
  return tensor ? optional<T>(AmpAutoCast(input, *tensor, type, op, trace_backward)) : optional<T>();
}
template <typename T>
optional<std::vector<T>> AmpAutoCasts(
    const std::string& inputs, const optional<std::vector<T>>& tensors, const phi::DataType& type, std::string op,
    bool trace_backward = true) {
  if (!tensors) return optional<std::vector<T>>();
  return AmpAutoCasts(inputs, *tensors, type, op, trace_backward);
}

}  // namespace paddle::imperative
