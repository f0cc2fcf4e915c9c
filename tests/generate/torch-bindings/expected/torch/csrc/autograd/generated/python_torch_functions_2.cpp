#include <torch/csrc/autograd/generated/python_bindings_module.h>
#include <ATen/ops/both_ops.h>
#include <ATen/ops/is_odd_ops.h>
#include <ATen/ops/positions_ops.h>

// @generated from ../tools/autograd/templates/python_torch_functions.cpp


namespace torch::autograd {

static PyObject * THPVariable___both__(PyObject* self_, PyObject* args, PyObject* kwargs);
static PyObject * THPVariable_positions(PyObject* self_, PyObject* args, PyObject* kwargs);
static PyObject * THPVariable_is_odd(PyObject* self_, PyObject* args, PyObject* kwargs);


static PyMethodDef torch_functions_shard[] = {
  {"__both__", castPyCFunctionWithKeywords(TypeError_to_NotImplemented_<THPVariable___both__>), METH_VARARGS | METH_KEYWORDS | METH_STATIC, nullptr},
{"positions", castPyCFunctionWithKeywords(THPVariable_positions), METH_VARARGS | METH_KEYWORDS | METH_STATIC, nullptr},
{"is_odd", castPyCFunctionWithKeywords(THPVariable_is_odd), METH_VARARGS | METH_KEYWORDS | METH_STATIC, nullptr},

};

void gatherTorchFunctions_2(std::vector<PyMethodDef>& functions);

// __both__
static PyObject * THPVariable___both__(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::__both__.Tensor(Tensor self, Tensor other) -> Tensor
    {"__both__(Tensor input, Tensor other)",
     {OPERATOR(__both___Tensor), {0, 1}}},
  };
  static Binding binding{signatures, 1, true};
  return call_function(binding, args, kwargs, THPVariableFunctionsModule, "torch");
}

// positions
static PyObject * THPVariable_positions(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::positions(int n, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
    {"positions(int64_t n, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False, bool? requires_grad=False)",
     {OPERATOR(positions), {0, kDtype, kLayout, kDevice, kPinMemory}, kFactory | kTakesOptions},
     {}, -1, 1, true, at::kLong},
  };
  static Binding binding{signatures, 1, true};
  return call_function(binding, args, kwargs, THPVariableFunctionsModule, "torch");
}

// is_odd
static PyObject * THPVariable_is_odd(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::is_odd(Tensor self) -> bool
    {"is_odd(Tensor input)",
     {BY_HAND(is_odd), {0}}},
  };
  static Binding binding{signatures, 1, false};
  return call_function(binding, args, kwargs, THPVariableFunctionsModule, "torch");
}



} // namespace torch::autograd
