#pragma once
// ${generated_comment}
