// ${generated_comment}
${declarations}
