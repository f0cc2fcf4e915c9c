// ${generated_comment}
${operator_headers}
${static_dispatch_extra_headers}
namespace at { namespace _ops {
${definitions}
}}
