// ${generated_comment}
${static_dispatch_ops_headers}
${operator_includes}
namespace at {
${function_definitions}
}
