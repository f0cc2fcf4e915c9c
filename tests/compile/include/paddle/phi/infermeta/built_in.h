// Infer meta functions of operators that only the built-in YAML has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"

namespace phi {

void EdgeHistogramInferMeta(const MetaTensor&, const std::vector<double>&, MetaTensor*, MetaTensor*);
void RelayoutInferMeta(const MetaTensor&, DataLayout, MetaTensor*);

}  // namespace phi
