// ${generated_comment}
${NativeMetaFunctions_includes}

${NativeMetaFunctions_declarations}
