#pragma once

#include_next <paddle/phi/infermeta/spmd_rules/rules.h>

namespace phi::distributed {

SpmdInfo EmbeddingInferSpmdUnspportVocabParallel(const DistMetaTensor&, const DistMetaTensor&, int, bool = false);
SpmdInfo FusedRopeInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    const DistMetaTensor&, bool);
SpmdInfo FusedRopeGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    const DistMetaTensor&, bool);
SpmdInfo ScaleInferSpmd(const DistMetaTensor&, const Scalar&, float, bool);

}  // namespace phi::distributed
