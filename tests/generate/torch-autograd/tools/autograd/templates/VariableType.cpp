// ${generated_comment}
#include <torch/library.h>

namespace VariableType {
namespace {

${type_derived_method_definitions}
}
}

namespace {

${wrapper_registrations}
}
