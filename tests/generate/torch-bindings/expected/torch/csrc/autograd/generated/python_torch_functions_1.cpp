#include <torch/csrc/autograd/generated/python_bindings_module.h>
#include <ATen/ops/_foreach_absx_ops.h>
#include <ATen/ops/absx_ops.h>
#include <ATen/ops/filled_like_ops.h>
#include <ATen/ops/pair_ops.h>

// @generated from ../tools/autograd/templates/python_torch_functions.cpp


namespace torch::autograd {

static PyObject * THPVariable_absx(PyObject* self_, PyObject* args, PyObject* kwargs);
static PyObject * THPVariable_pair(PyObject* self_, PyObject* args, PyObject* kwargs);
static PyObject * THPVariable_filled_like(PyObject* self_, PyObject* args, PyObject* kwargs);
static PyObject * THPVariable__foreach_absx_(PyObject* self_, PyObject* args, PyObject* kwargs);


static PyMethodDef torch_functions_shard[] = {
  {"absx", castPyCFunctionWithKeywords(THPVariable_absx), METH_VARARGS | METH_KEYWORDS | METH_STATIC, nullptr},
{"pair", castPyCFunctionWithKeywords(THPVariable_pair), METH_VARARGS | METH_KEYWORDS | METH_STATIC, nullptr},
{"filled_like", castPyCFunctionWithKeywords(THPVariable_filled_like), METH_VARARGS | METH_KEYWORDS | METH_STATIC, nullptr},
{"_foreach_absx_", castPyCFunctionWithKeywords(THPVariable__foreach_absx_), METH_VARARGS | METH_KEYWORDS | METH_STATIC, nullptr},

};

void gatherTorchFunctions_1(std::vector<PyMethodDef>& functions);

// absx
static PyObject * THPVariable_absx(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::absx(Tensor self) -> Tensor
    {"absx(Tensor input, *, Tensor out=None)",
     {OPERATOR(absx), {0}},
     {OPERATOR(absx_out), {0, 1}}, 1},
  };
  static Binding binding{signatures, 1, true};
  return call_function(binding, args, kwargs, THPVariableFunctionsModule, "torch");
}

\
// pair
static PyObject * THPVariable_pair(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::pair.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
    {"pair(Scalar alpha, Tensor input, Tensor other)|deprecated",
     {OPERATOR(pair_Tensor), {1, 2, 0}}},
    // aten::pair.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
    {"pair(Tensor input, Tensor other, *, Scalar alpha=1)",
     {OPERATOR(pair_Tensor), {0, 1, 2}}},
    // aten::pair.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
    {"pair(Tensor input, Scalar other, Scalar alpha=1)",
     {OPERATOR(pair_Scalar), {0, 1, 2}}},
  };
  static Binding binding{signatures, 3, true};
  return call_function(binding, args, kwargs, THPVariableFunctionsModule, "torch");
}

// filled_like
static PyObject * THPVariable_filled_like(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::filled_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
    {"filled_like(Tensor input, *, MemoryFormat? memory_format=None, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False, bool? requires_grad=False)",
     {OPERATOR(filled_like), {0, kDtype, kLayout, kDevice, kPinMemory, 1}, kFactory | kTakesOptions},
     {}, -1, 2, false},
  };
  static Binding binding{signatures, 1, true};
  return call_function(binding, args, kwargs, THPVariableFunctionsModule, "torch");
}

// _foreach_absx_
static PyObject * THPVariable__foreach_absx_(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::_foreach_absx_(Tensor(a!)[] self) -> ()
    {"_foreach_absx_(TensorList self)",
     {OPERATOR(_foreach_absx_), {0}, kReturnsFirst}},
  };
  static Binding binding{signatures, 1, false};
  return call_function(binding, args, kwargs, THPVariableFunctionsModule, "torch");
}



} // namespace torch::autograd
