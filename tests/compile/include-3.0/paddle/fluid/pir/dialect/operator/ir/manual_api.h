#pragma once

#include_next <paddle/fluid/pir/dialect/operator/ir/manual_api.h>

namespace paddle::dialect {

pir::Value assign(const pir::Value& x);

}  // namespace paddle::dialect
