#pragma once

#include_next <paddle/phi/infermeta/ternary.h>

namespace phi {

void AffineChannelInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&, MetaTensor*,
    MetaConfig = MetaConfig());
void AssignPosInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void BatchFCInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void CollectFpnProposalsInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, int, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void DpsgdInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, float, int, MetaTensor*);
void FakeQuantizeRangeAbsMaxInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, bool, int, MetaTensor*, MetaTensor*,
    MetaTensor*);
void FlashAttnQKVPackedInferMeta(const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void CalcReducedAttnScoresInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void AddGroupNormSiluInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, int, const std::string&,
    const std::string&, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void GroupNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, float, int, const std::string&, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaConfig = MetaConfig());
void MatchMatrixTensorInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void MatrixRankAtolRtolInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, MetaTensor*);
void PushGpupsSparseInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<int>&, bool, bool,
    std::vector<MetaTensor*>);
void RandomRoutingInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void RankAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, MetaTensor*, MetaTensor*, MetaTensor*);
void SequenceConvInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, int, int, MetaTensor*);
void TdmSamplerInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, const std::vector<int>&, const std::vector<int>&,
    int, int, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void DistributedPushSparseInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, int, int, bool, const std::string&, int64_t, DataType, bool, bool,
    std::vector<MetaTensor*>);
void GlobalGatherInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, MetaTensor*);
void GlobalScatterInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, MetaTensor*);
void MovingAverageAbsMaxScaleInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);

}  // namespace phi
