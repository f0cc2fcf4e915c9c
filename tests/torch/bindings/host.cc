// Loads generated bindings beside those of an installed PyTorch: `load()` returns the functions of each scope by name. What the bindings
// need and the installed library hides is defined here in terms of what it exports.

#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/disable_torch_function.h>
#include <torch/csrc/utils/pybind.h>
#include <torch/csrc/utils/python_arg_parser.h>

#include <fmt/format.h>

namespace torch::autograd {
PyObject* THPVariableFunctionsModule = nullptr;
extern PyMethodDef variable_methods[];
void gatherTorchFunctions_0(std::vector<PyMethodDef>& functions);
void gatherTorchFunctions_1(std::vector<PyMethodDef>& functions);
void gatherTorchFunctions_2(std::vector<PyMethodDef>& functions);
void initFFTFunctions(PyObject* module);
void initLinalgFunctions(PyObject* module);
void initNNFunctions(PyObject* module);
void initNestedFunctions(PyObject* module);
void initReturnTypes(PyObject* module);
void initSparseFunctions(PyObject* module);
void initSpecialFunctions(PyObject* module);
void initEnumTag(PyObject* module);

PyMethodDef* get_nested_functions_manual() {
  static PyMethodDef none[] = {
      {"nested_tensor", [](PyObject*, PyObject*) -> PyObject* { Py_RETURN_NONE; }, METH_VARARGS, nullptr}};
  return none;
}
} // namespace torch::autograd

namespace torch {

bool check_has_torch_function(PyObject* object, bool ignore_mode) {
  if (!ignore_mode && at::impl::torch_function_mode_enabled()) {
    return true;
  }
  if (THPVariable_CheckExact(object)) {
    return false;
  }
  auto overrides = py::module_::import("torch.overrides");
  return overrides.attr("has_torch_function")(py::make_tuple(py::handle(object))).cast<bool>();
}

PyObject* handle_torch_function(
    PythonArgs& args,
    PyObject* self,
    PyObject* positional,
    PyObject* keywords,
    PyObject* api,
    const char* module,
    const char* name) {
  std::string function = name ? name : args.get_func_name();
  auto of_api = py::handle(api).attr(function.c_str());
  py::tuple all = positional ? py::reinterpret_borrow<py::tuple>(positional) : py::tuple();
  if (self) {
    all = py::make_tuple(py::handle(self)) + all;
  }
  return handle_torch_function_no_python_arg_parser(
      args.overloaded_args, all.ptr(), keywords, function.c_str(), of_api.ptr(), module);
}

PyObject* handle_torch_function(
    PythonArgs& args,
    PyObject* positional,
    PyObject* keywords,
    PyObject* api,
    const char* module,
    const char* name) {
  return handle_torch_function(args, nullptr, positional, keywords, api, module, name);
}

PyObject* handle_torch_function(
    PyObject* self,
    const std::string& name,
    PyObject* positional,
    PyObject* keywords,
    PyObject* api,
    const std::string& module) {
  auto of_api = py::handle(api).attr(name.c_str());
  py::tuple all = py::make_tuple(py::handle(self));
  if (positional) {
    all = all + py::reinterpret_borrow<py::tuple>(positional);
  }
  return handle_torch_function_no_python_arg_parser({self}, all.ptr(), keywords, name.c_str(), of_api.ptr(), module.c_str());
}

namespace utils {

PyObject* returned_structseq_repr(PyStructSequence* object) {
  auto type = py::module_::import("torch.return_types").attr("max");
  return reinterpret_cast<PyTypeObject*>(type.ptr())->tp_repr(reinterpret_cast<PyObject*>(object));
}

PyObject* getTHPQScheme(at::QScheme scheme) {
  return py::module_::import("torch").attr(at::toString(scheme).c_str()).ptr();
}

} // namespace utils
} // namespace torch

bool THPUtils_checkDimname(PyObject* object) {
  return object == Py_None || PyUnicode_Check(object);
}

at::Dimname THPDimname_parse(PyObject* object) {
  if (object == Py_None) {
    return at::Dimname::wildcard();
  }
  return at::Dimname::fromSymbol(at::Symbol::dimname(PyUnicode_AsUTF8(object)));
}

namespace {

// The functions of a table, by name.
py::dict functions(PyMethodDef* table, PyTypeObject* of) {
  py::dict all;
  for (; table->ml_name; ++table) {
    PyObject* function = of ? PyDescr_NewMethod(of, table) : PyCFunction_New(table, nullptr);
    all[table->ml_name] = py::reinterpret_steal<py::object>(function);
  }
  return all;
}

py::dict load() {
  using namespace torch::autograd;
  auto c = py::module_::import("torch._C");
  THPVariableFunctionsModule = c.attr("_VariableFunctions").ptr();
  static std::vector<PyMethodDef> of_torch;
  gatherTorchFunctions_0(of_torch);
  gatherTorchFunctions_1(of_torch);
  gatherTorchFunctions_2(of_torch);
  of_torch.push_back({nullptr, nullptr, 0, nullptr});
  for (auto& function : of_torch) {
    function.ml_flags &= ~METH_STATIC;
  }
  py::dict all;
  all["torch"] = functions(of_torch.data(), nullptr);
  all["methods"] = functions(variable_methods, reinterpret_cast<PyTypeObject*>(c.attr("TensorBase").ptr()));
  auto modules = py::reinterpret_steal<py::object>(PyModule_New("generated"));
  initReturnTypes(modules.ptr());
  initFFTFunctions(modules.ptr());
  initLinalgFunctions(modules.ptr());
  initNNFunctions(modules.ptr());
  initNestedFunctions(modules.ptr());
  initSparseFunctions(modules.ptr());
  initSpecialFunctions(modules.ptr());
  all["modules"] = modules;
  all["used"] = fmt::format("{}", 1);
  return all;
}

} // namespace

PYBIND11_MODULE(generated_bindings, module) {
  module.def("load", &load);
}
