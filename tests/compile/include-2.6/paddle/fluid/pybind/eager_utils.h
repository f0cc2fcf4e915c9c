#pragma once

#include_next <paddle/fluid/pybind/eager_utils.h>

#include "pir/op_result.h"

namespace paddle::pybind {

bool PyObject_CheckIROpResult(PyObject*);
bool PyObject_CheckIRVectorOfOpResult(PyObject*);
pir::Value CastPyArg2Value(PyObject*, const std::string& op, size_t arg);
optional<pir::Value> CastPyArg2OptionalValue(PyObject*, const std::string& op, size_t arg);
std::vector<pir::Value> CastPyArg2VectorOfValue(PyObject*, const std::string& op, size_t arg);
optional<std::vector<pir::Value>> CastPyArg2OptionalVectorOfValue(PyObject*, const std::string& op, size_t arg);

}  // namespace paddle::pybind
