#pragma once

#include_next <paddle/phi/infermeta/nullary.h>

namespace phi {

void CommInitAllInferMeta(const std::vector<int>&, int);
void CreateInferMeta(const IntArray&, DataType, MetaTensor*, MetaConfig = MetaConfig());
void TruncatedGaussianRandomInferMeta(const std::vector<int>&, float, float, int, float, float, DataType, MetaTensor*);
void PartialRecvInferMeta(int, int, DataType, const std::vector<int>&, int, int, MetaTensor*);

}  // namespace phi
