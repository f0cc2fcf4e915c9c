#pragma once

#include_next <paddle/phi/infermeta/sparse/binary.h>

namespace phi::sparse {

void Conv3dImplicitGemmInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    int, bool, const std::string&, MetaTensor*);

}  // namespace phi::sparse
