// ${generated_comment}
namespace at {
namespace meta {
${meta_function_declarations}
}
}
