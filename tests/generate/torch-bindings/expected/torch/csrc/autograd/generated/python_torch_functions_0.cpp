#include <torch/csrc/autograd/generated/python_bindings_module.h>
#include <ATen/ops/best_ops.h>
#include <ATen/ops/filled_ops.h>

// @generated from ../tools/autograd/templates/python_torch_functions.cpp


namespace torch::autograd {

static PyObject * THPVariable_best(PyObject* self_, PyObject* args, PyObject* kwargs);
static PyObject * THPVariable_filled(PyObject* self_, PyObject* args, PyObject* kwargs);


static PyMethodDef torch_functions_shard[] = {
  {"best", castPyCFunctionWithKeywords(THPVariable_best), METH_VARARGS | METH_KEYWORDS | METH_STATIC, nullptr},
{"filled", castPyCFunctionWithKeywords(THPVariable_filled), METH_VARARGS | METH_KEYWORDS | METH_STATIC, nullptr},

};

void gatherTorchFunctions_0(std::vector<PyMethodDef>& functions);

// best
static PyObject * THPVariable_best(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::best(Tensor self, int k=-1, float eps=1e-05, str? mode="largest", int? dim=0) -> (Tensor values, Tensor indices)
    {"best(Tensor input, int64_t k=-1, double eps=1e-05, c10::string_view? mode=\"largest\", int64_t? dim=0, *, TensorList[2] out=None)",
     {OPERATOR(best), {0, 1, 2, 3 | kHasDefault, 4 | kHasDefault}, 0, generated::get_best_structseq},
     {OPERATOR(best_out), {0, 1, 2, 3 | kHasDefault, 4 | kHasDefault, kOut + 0, kOut + 1}, 0, generated::get_best_out_structseq}, 5},
  };
  static Binding binding{signatures, 1, true};
  return call_function(binding, args, kwargs, THPVariableFunctionsModule, "torch");
}

// filled
static PyObject * THPVariable_filled(PyObject* self_, PyObject* args, PyObject* kwargs)
{
  static const Signature signatures[] = {
    // aten::filled(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
    {"filled(SymIntArrayRef size, *, Tensor out=None, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False, bool? requires_grad=False)",
     {OPERATOR(filled), {0, kDtype, kLayout, kDevice, kPinMemory}, kFactory | kTakesOptions},
     {OPERATOR(filled_out), {0, 1}, kSetsRequiresGrad}, 1, 2, true},
  };
  static Binding binding{signatures, 1, true};
  return call_function(binding, args, kwargs, THPVariableFunctionsModule, "torch");
}



} // namespace torch::autograd
