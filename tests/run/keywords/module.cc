// A module with the functions of the dynamic graph, and with those that select the function of the current mode.
#include <Python.h>

#include "paddle/fluid/eager/api/utils/global_utils.h"
#include "paddle/phi/common/place.h"

namespace egr {

Controller& Controller::Instance() {
  static Controller only;
  return only;
}

const void* Controller::GetCurrentTracer() {
  PyObject* framework = PyImport_ImportModule("paddle");
  PyObject* is_dynamic = PyObject_CallMethod(framework, "in_dynamic_mode", nullptr);
  Py_DECREF(framework);
  Py_DECREF(is_dynamic);
  return is_dynamic == Py_True ? this : nullptr;
}

namespace opgen {
phi::Place ExpectedPlace() { return phi::CPUPlace(); }
}  // namespace opgen

}  // namespace egr

namespace pybind11 {
class module_;
}

namespace paddle::pybind {
PyMethodDef ManualOpsAPI[] = {{nullptr, nullptr, 0, nullptr}};
void BindFinalStateEagerOpFunctions(pybind11::module_* module);
void BindOpsAPI(pybind11::module_* module);
}  // namespace paddle::pybind

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "generated", nullptr, -1, nullptr};

PyMODINIT_FUNC PyInit_generated() {
  PyObject* module = PyModule_Create(&definition);
  auto* handle = reinterpret_cast<pybind11::module_*>(&module);
  paddle::pybind::BindFinalStateEagerOpFunctions(handle);
  paddle::pybind::BindOpsAPI(handle);
  return module;
}
