// ${generated_comment}
${NativeFunctions_includes}

${NativeFunctions_declarations}
