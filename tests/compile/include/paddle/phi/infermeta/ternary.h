#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/utils/optional.h"

namespace phi {

void AccuracyInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void AddmmInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, MetaTensor*);
void ArangeTensorInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void BoxCoderInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&, bool, int, const std::vector<float>&,
    MetaTensor*, MetaConfig = MetaConfig());
void FlashAttnInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void InstanceNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, float, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void LayerNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, float, int, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void LayerNormGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);
void LerpInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void LinspaceInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, DataType, MetaTensor*);
void MultiClassNMSInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, float, int, int, float, bool, float, int, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void NllLossRawInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int64_t, const std::string&, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void RoiAlignInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, float, int, bool, MetaTensor*,
    MetaConfig = MetaConfig());
void RoiPoolInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, float, MetaTensor*, MetaTensor*);
void ScatterInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, MetaTensor*);
void ScatterNdAddInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void SendURecvInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&, const IntArray&, MetaTensor*,
    MetaTensor*);
void SpectralNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, float, MetaTensor*, MetaConfig = MetaConfig());
void ViterbiDecodeInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void QuantLinearInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, const std::string&, bool, float,
    const std::vector<float>&, int, float, float, MetaTensor*);
void DpsgdInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, float, int, MetaTensor*);

}  // namespace phi
