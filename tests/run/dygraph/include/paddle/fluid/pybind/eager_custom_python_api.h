#pragma once

#include <Python.h>

namespace paddle::pybind {

static PyMethodDef CustomEagerFinalStateMethods[] = {{nullptr, nullptr, 0, nullptr}};

}  // namespace paddle::pybind
