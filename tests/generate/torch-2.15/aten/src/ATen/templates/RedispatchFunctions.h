// ${generated_comment}
namespace redispatch {
    ${function_redispatch_definitions}
}
