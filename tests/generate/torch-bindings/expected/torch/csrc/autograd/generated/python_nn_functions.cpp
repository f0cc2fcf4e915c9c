#include <torch/csrc/autograd/generated/python_bindings.h>
#include <ATen/ops/pooled_ops.h>

// @generated from ../tools/autograd/templates/python_nn_functions.cpp
#include <torch/csrc/heavy.h>


namespace torch::autograd {

static PyObject * THPVariable_pooled(PyObject* self_, PyObject* args, PyObject* kwargs);


static PyMethodDef nn_functions[] = {
  {"pooled", castPyCFunctionWithKeywords(THPVariable_pooled), METH_VARARGS | METH_KEYWORDS, nullptr},

  {nullptr}
};

// pooled
static PyObject * THPVariable_pooled(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::pooled(Tensor self, int[2] kernel, int[] dim=[], int reduction=Mean) -> Tensor
    {"pooled(Tensor input, IntArrayRef[2] kernel, IntArrayRef dim=None, int64_t reduction=at::Reduction::Mean)",
     {OPERATOR(pooled), {0, 1, 2, 3}}},
  };
  static Binding binding{signatures, 1, true};
  return call_function(binding, args, kwargs, THPNNVariableFunctionsModule, "torch.nn");
}



} // namespace torch::autograd
