#pragma once
// ${generated_comment}
${namespace_prologue}
struct ${class_name} {
  ${dispatch_declarations}
};
${namespace_epilogue}
