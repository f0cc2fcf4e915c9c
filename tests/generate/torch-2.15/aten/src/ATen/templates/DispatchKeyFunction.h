// ${generated_comment}
namespace at {
namespace ${dispatch_namespace} {
${dispatch_namespaced_declarations}
}
}
