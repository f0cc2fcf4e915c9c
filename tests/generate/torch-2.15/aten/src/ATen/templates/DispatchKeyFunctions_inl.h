// ${generated_comment}
${DispatchKeyFunctions_inl_includes}
${dispatch_namespaced_declarations}
