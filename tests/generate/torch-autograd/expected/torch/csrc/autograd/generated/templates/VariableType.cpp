// ${generated_comment}
#include <torch/library.h>

namespace VariableType {
namespace {

${type_derived_method_definitions_AutogradCUDA}

${type_derived_method_definitions_Default}
}
}

namespace {

TORCH_LIBRARY_IMPL(aten, AutogradCUDA, m) {
${wrapper_registrations_AutogradCUDA}
}

TORCH_LIBRARY_IMPL(aten, Autograd, m) {
${wrapper_registrations_Default}
}
}
