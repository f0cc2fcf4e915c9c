// A module of Python with the functions of the dynamic graph, and with those that select the function of the current mode.
#include <Python.h>

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
