#pragma once

#include <Python.h>

namespace paddle::pybind {

extern PyMethodDef CustomEagerFinalStateMethods[];

}  // namespace paddle::pybind
