// ${generated_comment}
${ops_headers}
${backend_select_method_definitions}
TORCH_LIBRARY_IMPL(aten, BackendSelect, m) {
  ${backend_select_function_registrations};
}
