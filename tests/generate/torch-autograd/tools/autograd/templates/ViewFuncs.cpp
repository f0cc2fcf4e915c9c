// ${generated_comment}
#include <torch/csrc/autograd/generated/ViewFuncs.h>

${view_func_definitions}
