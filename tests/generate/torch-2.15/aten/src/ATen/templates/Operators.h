// ${generated_comment}
${Operators_includes}

${Operators_declarations}
