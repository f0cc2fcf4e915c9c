// ${generated_comment}
#include <torch/csrc/heavy.h>
$ops_headers

namespace torch::autograd {

${py_methods}

PyMethodDef variable_methods[] = {
  ${py_method_defs}
  {nullptr}
};

} // namespace torch::autograd
