#pragma once

#include_next <paddle/fluid/pybind/eager_utils.h>

#include "pir/value.h"

namespace paddle::pybind {

bool PyObject_CheckIRValue(PyObject*);
bool PyObject_CheckIRVectorOfValue(PyObject*);
pir::Value CastPyArg2Value(PyObject*, const std::string& op, size_t arg, bool dispensable = false);
optional<pir::Value> CastPyArg2OptionalValue(PyObject*, const std::string& op, size_t arg, bool dispensable = false);
std::vector<pir::Value> CastPyArg2VectorOfValue(
    PyObject*, const std::string& op, size_t arg, bool dispensable = false);
optional<std::vector<pir::Value>> CastPyArg2OptionalVectorOfValue(
    PyObject*, const std::string& op, size_t arg, bool dispensable = false);

}  // namespace paddle::pybind
