#include <torch/csrc/autograd/generated/python_bindings_module.h>
#include <ATen/ops/fft_turned_ops.h>

// @generated from ../tools/autograd/templates/python_fft_functions.cpp


namespace torch::autograd {

static PyObject * THPVariable_fft_turned(PyObject* self_, PyObject* args, PyObject* kwargs);


static PyMethodDef fft_functions[] = {
  {"fft_turned", castPyCFunctionWithKeywords(THPVariable_fft_turned), METH_VARARGS | METH_KEYWORDS, nullptr},

  {nullptr}
};

// fft_turned
static PyObject * THPVariable_fft_turned(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::fft_turned(Tensor self, Tensor[] others, Tensor?[] indices) -> Tensor
    {"fft_turned(Tensor input, TensorList others, c10::List<::std::optional<Tensor>> indices)",
     {OPERATOR(fft_turned), {0, 1, 2}}},
  };
  static Binding binding{signatures, 1, true};
  return call_function(binding, args, kwargs, THPFFTVariableFunctionsModule, "torch.fft");
}



} // namespace torch::autograd
