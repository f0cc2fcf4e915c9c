#include <torch/csrc/autograd/generated/python_bindings_runtime.h>
#include <ATen/ops/absx_ops.h>
#include <ATen/ops/best_ops.h>
#include <ATen/ops/both_ops.h>
#include <ATen/ops/is_odd_ops.h>
#include <ATen/ops/new_filled_ops.h>
#include <ATen/ops/pair_ops.h>

// @generated from ../tools/autograd/templates/python_variable_methods.cpp
#include <torch/csrc/heavy.h>


namespace torch::autograd {

// __both__
static PyObject * THPVariable___both__(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::__both__.Tensor(Tensor self, Tensor other) -> Tensor
    {"__both__(Tensor other)",
     {OPERATOR(__both___Tensor), {kSelf, 0}}},
  };
  static Binding binding{signatures, 1, true};
  return call_method(binding, self_, args, kwargs);
}

// absx
static PyObject * THPVariable_absx(PyObject* self_, PyObject* args)
{
  static const Signature signatures[] = {
    // aten::absx(Tensor self) -> Tensor
    {nullptr,
     {OPERATOR(absx), {kSelf}}},
  };
  static Binding binding{signatures, 1, true};
  return call_without_arguments(binding, self_, "absx");
}

// best
static PyObject * THPVariable_best(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::best(Tensor self, int k=-1, float eps=1e-05, str? mode="largest", int? dim=0) -> (Tensor values, Tensor indices)
    {"best(int64_t k=-1, double eps=1e-05, c10::string_view? mode=\"largest\", int64_t? dim=0)",
     {OPERATOR(best), {kSelf, 0, 1, 2 | kHasDefault, 3 | kHasDefault}, 0, generated::get_best_structseq}},
  };
  static Binding binding{signatures, 1, true};
  return call_method(binding, self_, args, kwargs);
}

// is_odd
static PyObject * THPVariable_is_odd(PyObject* self_, PyObject* args)
{
  static const Signature signatures[] = {
    // aten::is_odd(Tensor self) -> bool
    {nullptr,
     {BY_HAND(is_odd), {kSelf}}},
  };
  static Binding binding{signatures, 1, false};
  return call_without_arguments(binding, self_, "is_odd");
}

// new_filled
static PyObject * THPVariable_new_filled(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::new_filled(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
    {"new_filled(SymIntArrayRef size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False, bool? requires_grad=False)",
     {OPERATOR(new_filled), {kSelf, 0, kDtype, kLayout, kDevice, kPinMemory}, kTakesOptions | kSetsRequiresGrad},
     {}, -1, 1, false},
  };
  static Binding binding{signatures, 1, true};
  return call_method(binding, self_, args, kwargs);
}

\
// pair
static PyObject * THPVariable_pair(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::pair.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
    {"pair(Scalar alpha, Tensor other)|deprecated",
     {OPERATOR(pair_Tensor), {kSelf, 1, 0}}},
    // aten::pair.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
    {"pair(Tensor other, *, Scalar alpha=1)",
     {OPERATOR(pair_Tensor), {kSelf, 0, 1}}},
    // aten::pair.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
    {"pair(Scalar other, Scalar alpha=1)",
     {OPERATOR(pair_Scalar), {kSelf, 0, 1}}},
  };
  static Binding binding{signatures, 3, true};
  return call_method(binding, self_, args, kwargs);
}



PyMethodDef variable_methods[] = {
  {"__both__", castPyCFunctionWithKeywords(TypeError_to_NotImplemented_<THPVariable___both__>), METH_VARARGS | METH_KEYWORDS, nullptr},
{"absx", THPVariable_absx, METH_NOARGS, nullptr},
{"best", castPyCFunctionWithKeywords(THPVariable_best), METH_VARARGS | METH_KEYWORDS, nullptr},
{"is_odd", THPVariable_is_odd, METH_NOARGS, nullptr},
{"new_filled", castPyCFunctionWithKeywords(THPVariable_new_filled), METH_VARARGS | METH_KEYWORDS, nullptr},
{"pair", castPyCFunctionWithKeywords(THPVariable_pair), METH_VARARGS | METH_KEYWORDS, nullptr},

  {nullptr}
};

} // namespace torch::autograd
