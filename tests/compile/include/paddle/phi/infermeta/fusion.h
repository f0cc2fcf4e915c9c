#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/utils/optional.h"

namespace phi {

void AddActXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, MetaTensor*, MetaTensor*);
void AddLayernormXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, float, MetaTensor*);
void Conv1dXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const std::vector<int>&, const std::string&, int, int, int, int, float, MetaTensor*,
    MetaTensor*);
void Conv2dXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, const std::string&, int, int, float, DataType, MetaTensor*, MetaTensor*);
void EmbeddingWithEltwiseAddXPUInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const MetaTensor&, MetaTensor*,
    MetaTensor*, MetaTensor*);
void FcXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, int, bool, float, float, int, float, DataType, MetaTensor*, MetaTensor*);
void GenerateSequenceXPUInferMeta(const MetaTensor&, DataType, MetaTensor*);
void FusedAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, bool,
    float, float, bool, bool, int, const std::string&, float, bool, int, const std::string&, float, bool, int,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void FusedAttentionGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, bool,
    float, float, bool, bool, int, const std::string&, float, bool, int, const std::string&, float, bool, int,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*);
void FusedMultiTransformerXpuInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, bool, int, float, float, bool, const std::string&, const std::string&, bool,
    int, int, MetaTensor*, std::vector<MetaTensor*>);
void FusedMultiTransformerInt8XpuInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, int, float, float, bool,
    const std::string&, const std::string&, bool, int, int, MetaTensor*, std::vector<MetaTensor*>);
void YoloBoxXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, MetaTensor*,
    MetaTensor*);
void Conv2dTransposeXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, const IntArray&, const std::string&, int,
    const std::vector<int>&, const std::string&, bool, bool, const std::string&, MetaTensor*, MetaTensor*);
void FastWhereXPUInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void FastLayernormXPUInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, float, MetaTensor*);
void BNActXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float,
    const std::string&, int, MetaTensor*, MetaConfig = MetaConfig());
void AddCMulXPUInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void LayerNormActXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, float, int, float, MetaTensor*);
void FusedScaleBiasReluConvBnInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const std::string&, int, const std::string&, float, float, bool, bool, int64_t, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedScaleBiasAddReluInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    bool, bool, MetaTensor*);
void FusedDconvDreluDbnInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, const std::string&, int,
    const std::string&, bool, bool, bool, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*);
void SqueezeExcitationInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const std::vector<int>&, const std::vector<float>&, const std::vector<int>&, MetaTensor*);
void FusedEmbeddingEltWiseLayerNormInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const MetaTensor&, const MetaTensor&,
    float, MetaTensor*);
void FusionTransposeFlattenConcatInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<int>&, int, int, MetaTensor*);
void FusedFCElementwiseLayerNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    int, const std::string&, float, int, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void FusedConv2dAddActInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&,
    const std::vector<int>&, const std::string&, const std::vector<int>&, int, const std::string&, const std::string&,
    const std::vector<int>&, MetaTensor*, std::vector<MetaTensor*>, MetaConfig);
void FusionRepeatedFCReluInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    std::vector<MetaTensor*>, MetaTensor*);
void FusionSquaredMatSubInferMeta(
    const MetaTensor&, const MetaTensor&, float, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FusionSeqConvEltAddReluInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, int, MetaTensor*, MetaTensor*);
void FusionSeqExpandConcatFCInferMeta(
    const std::vector<const MetaTensor*>&, const MetaTensor&, const MetaTensor&, const std::string&, MetaTensor*,
    MetaTensor*);
void FusedBiasDropoutResidualLnInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, bool, bool,
    int, const std::string&, float, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedBiasDropoutResidualLnGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, bool, bool, int,
    const std::string&, float, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void SkipLayerNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, int, MetaTensor*);
void SelfDPAttenInferMeta(const MetaTensor&, float, int, MetaTensor*);
void VariableLengthMemoryEfficientAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    float, bool, int, MetaTensor*);
void FusedElemwiseAddActivationGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const std::vector<std::string>&, float, int, bool, MetaTensor*, MetaTensor*);
void FusedElemwiseAddActivationInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<std::string>&, float, int, bool, MetaTensor*, MetaTensor*);
void FusedFeedForwardGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, bool, float, float, const std::string&, float, float, const std::string&,
    const std::string&, bool, bool, bool, int, int, bool, int, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedFeedForwardInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, float, float,
    const std::string&, float, float, const std::string&, const std::string&, bool, bool, bool, int, int, bool, int,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*);

}  // namespace phi
