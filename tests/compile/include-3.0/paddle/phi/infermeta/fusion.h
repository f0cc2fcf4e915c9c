#pragma once

#include_next <paddle/phi/infermeta/fusion.h>

namespace phi {

void FusedMultiTransformerInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const std::vector<const MetaTensor*>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, const std::vector<const MetaTensor*>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, bool, float, float, float, int, bool, const std::string&,
    const std::string&, bool, int, const std::string&, bool, int, std::vector<MetaTensor*>, MetaTensor*);
void GroupNormalizeSiluXPUInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, float, MetaTensor*);
void BlhaGetMaxLenInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void BlockMultiheadAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, int, int, bool, bool, int, float, float, float, const std::string&, float,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void SpatialTransformerResblockXPUInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<float>&, const std::vector<int>&, const std::vector<int>&, bool, bool, bool, MetaTensor*,
    MetaTensor*);
void MultiEncoderXPUInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, int, int, int, int, int, int, int, bool, int,
    const std::vector<float>&, const std::vector<std::string>&, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedGemmEpilogueGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, const std::string&,
    MetaTensor*, MetaTensor*, MetaTensor*);
void FusionGRUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&,
    const std::string&, bool, bool, bool, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedDotProductAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedDotProductAttentionGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*);
void FCInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, const std::string&, bool, MetaTensor*);
void QKVAttentionXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, float, int, int, bool, DataType, MetaTensor*);
void SinePosXPUInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void Pad2dXPUInferMeta(
    const MetaTensor&, const std::vector<int>&, const std::string&, float, const std::string&, MetaTensor*);
void RoformerRelativePosXPUInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void CrossAttentionXPUInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const MetaTensor&, int, int, float, DataType, MetaTensor*, MetaTensor*);
void MaskAdaptiveXPUInferMeta(const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);
void SequenceUnpadXPUInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void FusionLstmInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    bool, bool, bool, const std::string&, const std::string&, const std::string&, float, float,
    const std::vector<float>&, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*);
void FusionSeqpoolCvmConcatInferMeta(
    const std::vector<const MetaTensor*>&, const MetaTensor&, const std::string&, bool, int, MetaTensor*,
    MetaConfig = MetaConfig());
void FusedTokenPruneInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, MetaTensor*, MetaTensor*);
void FusedElemwiseActivationInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<std::string>&, int, float, bool, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void FusedElemwiseActivationGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const std::vector<std::string>&, int, float, bool, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void FP8OutHalfGemmFusedInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, float, const std::string&, const std::string&,
    MetaTensor*);
void FusedEmbeddingFcLstmInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    bool, bool, bool, const std::string&, const std::string&, const std::string&, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedSeqpoolCvmInferMeta(
    const std::vector<const MetaTensor*>&, const MetaTensor&, const std::string&, float, bool, int,
    std::vector<MetaTensor*>, MetaConfig = MetaConfig());
void FusedSeqpoolCvmGradInferMeta(
    const std::vector<const MetaTensor*>&, const MetaTensor&, const std::vector<const MetaTensor*>&, const std::string&,
    float, bool, int, std::vector<MetaTensor*>, MetaTensor*, MetaConfig = MetaConfig());
void FusionSeqpoolConcatInferMeta(
    const std::vector<const MetaTensor*>&, const std::string&, int, MetaTensor*, MetaConfig = MetaConfig());
void ResnetUnitInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    int, int, int, int, int, float, float, const std::string&, bool, bool, bool, bool, bool, const std::string&,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*);
void ResnetUnitGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, int, int,
    int, float, float, const std::string&, bool, bool, bool, bool, bool, const std::string&, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void ResnetBasicBlockInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, int, int, int, int, int, int,
    int, int, float, float, const std::string&, bool, bool, bool, bool, const std::string&, bool, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void ResnetBasicBlockGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, int, int, int, int, int, int,
    int, int, float, float, const std::string&, bool, bool, bool, bool, const std::string&, bool, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void BlockMultiheadAttentionInferXPUMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, bool, bool, int, float, float,
    float, const std::string&, float, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FCOneDNNInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, const std::string&, bool, const std::vector<int>&,
    MetaTensor*);
void FusedGateAttentionGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, bool, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void FusedGateAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    bool, bool, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void FusedMultiTransformerInt8InferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, const MetaTensor&, const MetaTensor&,
    const std::vector<const MetaTensor*>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    const std::vector<const MetaTensor*>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    bool, float, float, bool, const std::string&, const std::string&, bool, int, int, int, int,
    const std::vector<float>&, const std::vector<float>&, const std::vector<float>&, const std::vector<float>&, int,
    float, float, std::vector<MetaTensor*>, MetaTensor*);
void MultiGruInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, const paddle::optional<std::vector<const MetaTensor*>>&,
    const std::string&, const std::string&, int, bool, const std::string&, float, float, bool, MetaTensor*);

}  // namespace phi
