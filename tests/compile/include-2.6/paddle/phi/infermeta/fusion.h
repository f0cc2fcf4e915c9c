#pragma once

#include_next <paddle/phi/infermeta/fusion.h>

namespace phi {

void BlockMultiheadAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    int, int, bool, bool, int, float, float, float, const std::string&, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*);
void MultiEncoderXPUInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, int, int, int, int, int, int, int, MetaTensor*,
    MetaTensor*, MetaTensor*);
void FusionGRUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&,
    const std::string&, bool, bool, bool, bool, const std::string&, float, float, const std::vector<float>&, bool,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FCInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, const std::string&, bool, bool, bool,
    const std::string&, float, const std::vector<float>&, float, bool, MetaTensor*);

}  // namespace phi
