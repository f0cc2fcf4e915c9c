#include <torch/csrc/autograd/generated/python_bindings_module.h>

// @generated from ../tools/autograd/templates/python_return_types.cpp

PyTypeObject* get_best_structseq() {
  static NamedTupleType type{"torch.return_types.best", {"values", "indices"}};
  return type.get();
}
PyTypeObject* get_best_out_structseq() {
  static NamedTupleType type{"torch.return_types.best_out", {"values", "indices"}};
  return type.get();
}


void initReturnTypes(PyObject* module) {
  addReturnType(return_types_module, "best", generated::get_best_structseq());
addReturnType(return_types_module, "best_out", generated::get_best_out_structseq());

}
