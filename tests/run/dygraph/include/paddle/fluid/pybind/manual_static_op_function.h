#pragma once

#include <Python.h>

namespace paddle::pybind {

extern PyMethodDef ManualOpsAPI[];

}  // namespace paddle::pybind
