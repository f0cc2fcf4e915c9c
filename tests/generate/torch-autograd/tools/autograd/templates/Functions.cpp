// ${generated_comment}
#include <torch/csrc/autograd/FunctionsManual.h>

${autograd_function_definitions}
