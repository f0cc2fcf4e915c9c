// ${generated_comment}
#include <torch/csrc/heavy.h>

${py_return_types}

void initReturnTypes(PyObject* module) {
  ${py_return_types_registrations}
}
