#pragma once
// ${generated_comment}
$ops_headers

${function_definitions}
