#pragma once
// ${generated_comment}
#include <torch/csrc/autograd/function.h>

${autograd_function_declarations}
