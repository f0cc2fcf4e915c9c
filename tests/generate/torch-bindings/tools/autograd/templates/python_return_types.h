#pragma once
${py_return_types_declarations}
