// ${generated_comment}
${inline_headers}
