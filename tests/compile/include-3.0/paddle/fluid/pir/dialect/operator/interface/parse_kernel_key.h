#pragma once

#include_next <paddle/fluid/pir/dialect/operator/interface/parse_kernel_key.h>

namespace paddle::dialect {

KernelKeyTuple SaveCombineOpParseKernelKey(pir::Operation*);
KernelKeyTuple NopOpParseKernelKey(pir::Operation*);
KernelKeyTuple Nop_OpParseKernelKey(pir::Operation*);

}  // namespace paddle::dialect
