// ${generated_comment}
${extra_includes}

${native_function_declarations}
