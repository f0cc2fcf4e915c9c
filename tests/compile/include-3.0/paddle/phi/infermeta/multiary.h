#pragma once

#include_next <paddle/phi/infermeta/multiary.h>

namespace phi {

void ASGDInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void AttentionLstmInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&, const std::string&, const std::string&,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void BeamSearchInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, int, bool, MetaTensor*,
    MetaTensor*, MetaTensor*);
void ChunkEvalInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, const std::string&, const std::vector<int>&,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void CrfDecodingInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void CudnnLSTMInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const paddle::optional<std::vector<const MetaTensor*>>&, const MetaTensor&, float, bool, int, int, bool, int,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void LSTMInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, bool,
    const std::string&, const std::string&, const std::string&, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void DecayedAdagradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, MetaTensor*, MetaTensor*);
void DetectionMapInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    int, int, float, bool, const std::string&, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void DgcInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void DGCMomentumInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, float, bool, const std::string&, float, bool, float, float, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*);
void FakeChannelWiseDequantizeMaxAbsInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<int>&, int, int, MetaTensor*);
void FakeQuantOrWithDequantMovingAverageAbsMaxInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, int, bool, int, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*);
void FtrlInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, float,
    MetaTensor*, MetaTensor*, MetaTensor*);
void FusedLayerNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, int,
    float, int, float, float, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void FusionGroupInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<int>&, const std::vector<int>&, const std::string&, int,
    std::vector<MetaTensor*>);
void LegacyGenerateProposalsInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, float,
    float, float, MetaTensor*, MetaTensor*, MetaTensor*);
void GraphKhopSamplerInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&, bool,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void GruInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&, const std::string&,
    bool, bool, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void GruUnitInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, bool, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void GraphSampleNeighborsInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, bool,
    MetaTensor*, MetaTensor*, MetaTensor*);
void LegacyInterpolateInferMeta(
    const MetaTensor&, const MetaTensor&, const paddle::optional<std::vector<const MetaTensor*>>&, const MetaTensor&,
    const std::string&, int, int, int, float, const std::string&, bool, int, MetaTensor*, MetaConfig = MetaConfig());
void NAdamInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, float, float, bool, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void PyramidHashInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, int, int, float, int, bool,
    int, int, int, float, const std::string&, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void RAdamInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, float, bool, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void RmsNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, int, float,
    int, float, float, MetaTensor*, MetaTensor*, MetaTensor*);
void RpropInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void SparseAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);
void SparseMomentumInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*,
    MetaTensor*, MetaTensor*);
void WeightOnlyLinearInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&, int32_t, int32_t,
    MetaTensor*);
void YoloBoxPostInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, int, float, int, int, int, bool, float,
    float, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void FusedMoeInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const std::string&, int, bool, MetaTensor*);
void FusedRopeInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    bool, bool, float, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedTokenPruneInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, MetaTensor*, MetaTensor*);
void FullWithTensorInferMeta(const IntArray&, DataType, MetaTensor*);
void TopPSamplingInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, const std::string&,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedConvInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&,
    const std::vector<int>&, const std::string&, const std::vector<int>&, int, const std::string&, const std::string&,
    const std::string&, bool, bool, MetaTensor*, MetaConfig = MetaConfig());
void NceInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, int, const std::vector<int>&, int, int, int, bool, bool, bool, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void QuantizeLinearInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, int, bool,
    bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);

}  // namespace phi
