#pragma once

#include_next <paddle/phi/infermeta/nullary.h>

namespace phi {

void CreateInferMeta(const IntArray&, DataType, MetaTensor*);
void TruncatedGaussianRandomInferMeta(const std::vector<int>&, float, float, int, DataType, MetaTensor*);

}  // namespace phi
