// ${generated_comment}
#include <torch/csrc/heavy.h>
$ops_headers

namespace torch::autograd {

${py_forwards}

static PyMethodDef torch_functions_shard[] = {
  ${py_method_defs}
};

void gatherTorchFunctions${shard_id}(std::vector<PyMethodDef>& functions);

${py_methods}

} // namespace torch::autograd
