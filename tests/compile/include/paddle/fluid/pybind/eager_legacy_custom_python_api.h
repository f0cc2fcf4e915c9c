#pragma once

#include <Python.h>

namespace paddle::pybind {

static PyObject* eager_api_run_program(PyObject*, PyObject*, PyObject*) { return nullptr; }

static PyMethodDef CustomEagerMethods[] = {
    {"run_program", (PyCFunction)(void (*)())eager_api_run_program, METH_VARARGS | METH_KEYWORDS, ""},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace paddle::pybind
