// ${generated_comment}
${MethodOperators_includes}

${MethodOperators_declarations}
