// ${generated_comment}
#include <torch/csrc/heavy.h>
$ops_headers

namespace torch::autograd {

${py_forwards}

static PyMethodDef special_functions[] = {
  ${py_method_defs}
  {nullptr}
};

${py_methods}

} // namespace torch::autograd
