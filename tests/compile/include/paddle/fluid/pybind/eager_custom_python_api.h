#pragma once

#include "paddle/phi/core/enforce.h"

namespace paddle::pybind {

static PyObject* eager_api_linear(PyObject*, PyObject* args, PyObject*) {
  try {
    Tensor x = GetTensorFromArgs("linear", "X", args, 0, false);
    auto weight = GetTensorFromArgs("linear", "weight", args, 1, false);
    auto bias = GetTensorFromArgs("linear", "Bias", args, 2, true);
    const phi::distributed::ProcessMesh* mesh = nullptr;
    if (InputsContainDistTensor(&mesh, x, weight, bias)) ConvertAllInputsToDistTensor(mesh, x, weight, bias);
    if (InputsContainDistTensor(&mesh, x, weight)) ConvertAllInputsToDistTensor(mesh, x, weight);
    return ToPyObject(x);
  } catch (platform::EnforceNotMet&) {
    ThrowExceptionToPython(std::current_exception());
    return nullptr;
  }
}

static PyMethodDef CustomEagerFinalStateMethods[] = {
    {"linear", (PyCFunction)(void (*)())eager_api_linear, METH_VARARGS | METH_KEYWORDS, ""},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace paddle::pybind
