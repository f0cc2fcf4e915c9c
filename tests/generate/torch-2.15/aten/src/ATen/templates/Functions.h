// ${generated_comment}
${Functions_includes}

${Functions_declarations}
