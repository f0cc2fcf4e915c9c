#pragma once

#include <Python.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "paddle/fluid/framework/type_defs.h"

namespace paddle::pybind {

void ConstructAttrMapFromPyArgs(
    const std::string& op, PyObject* args, ssize_t begin, ssize_t end, paddle::framework::AttributeMap&);
unsigned long GetUnsignedLongFromArgs(  // NOLINT
    const std::string& op, const std::string& name, PyObject* args, ssize_t arg, bool dispensable = false);
void InitOpsAttrTypeMap();
ssize_t GetIdxFromCoreOpsInfoMap(
    const std::unordered_map<std::string, std::vector<std::string>>&, const std::string& op, const std::string& name);

}  // namespace paddle::pybind
