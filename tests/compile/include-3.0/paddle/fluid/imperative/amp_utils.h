#pragma once

#include <string>
#include <vector>

#include "paddle/fluid/eager/api/generated/eager_generated/forwards/dygraph_functions.h"
#include "paddle/fluid/eager/api/utils/global_utils.h"
#include "paddle/fluid/eager/type_defs.h"
#include "paddle/fluid/imperative/amp_auto_cast.h"
#include "paddle/fluid/pir/dialect/operator/ir/pd_api.h"
#include "paddle/fluid/pir/dialect/operator/utils/utils.h"
#include "paddle/phi/api/include/api.h"
#include "paddle/phi/api/include/sparse_api.h"
#include "paddle/utils/small_vector.h"

namespace paddle::imperative {

phi::DataType GetDataType(const pir::Value&);
phi::DataType GetDataType(const Tensor&);

// Values of a program are cast by the same functions.
template <typename T>
phi::DataType GetAmpDestDtype(const std::string& op, const small_vector<std::vector<T>, egr::kSlotSmallVectorSize>&);
template <typename T>
std::vector<T> AmpAutoCasts(
    const std::string& inputs, const std::vector<T>&, const phi::DataType&, std::string op, bool trace_backward = true);
template <typename T>
T AmpAutoCast(
    const std::string& input, const T&, const phi::DataType&, const std::string& op, bool trace_backward = true);
template <typename T>
optional<T> AmpAutoCast(
    const std::string& input, const optional<T>&, const phi::DataType&, const std::string& op,
    bool trace_backward = true);
template <typename T>
optional<std::vector<T>> AmpAutoCasts(
    const std::string& inputs, const optional<std::vector<T>>&, const phi::DataType&, std::string op,
    bool trace_backward = true);

}  // namespace paddle::imperative
