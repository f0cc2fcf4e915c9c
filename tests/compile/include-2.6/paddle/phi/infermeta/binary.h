#pragma once

#include_next <paddle/phi/infermeta/binary.h>

namespace phi {

void KLDivInferMeta(const MetaTensor&, const MetaTensor&, const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void TopPSamplingInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, MetaTensor*, MetaTensor*);
void WeightDequantizeInferMeta(const MetaTensor&, const MetaTensor&, const std::string&, DataType, MetaTensor*);

}  // namespace phi
