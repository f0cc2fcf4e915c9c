#pragma once

#include_next <paddle/phi/infermeta/sparse/unary.h>

namespace phi::sparse {

void IndicesInferMeta(const MetaTensor&, MetaTensor*);
void CastInferMeta(const MetaTensor&, DataType, DataType, MetaTensor*);

}  // namespace phi::sparse
