#pragma once
// ${generated_comment}
$ops_headers

${view_func_declarations}
