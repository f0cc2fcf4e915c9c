#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/utils/optional.h"

namespace phi {

void AdadeltaInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    float, float, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void AdagradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, bool,
    MetaTensor*, MetaTensor*, MetaTensor*);
void AdamaxInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, float, float, float, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void AdamInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const Scalar&, const Scalar&, const Scalar&, bool, int64_t,
    bool, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void AdamwInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const Scalar&, const Scalar&, const Scalar&, float, float,
    bool, bool, int64_t, bool, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void AucInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&,
    int, int, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void AverageAccumulatesInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, float, int64_t, int64_t, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*);
void BatchNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, float, float,
    const std::string&, bool, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void BilinearInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void BroadcastTensorsInferMeta(const std::vector<const MetaTensor*>&, std::vector<MetaTensor*>);
void CheckFiniteAndUnscaleInferMeta(
    const std::vector<const MetaTensor*>&, const MetaTensor&, std::vector<MetaTensor*>, MetaTensor*);
void CoalesceTensorInferMeta(
    const std::vector<const MetaTensor*>&, DataType, bool, bool, bool, float, bool, int, int,
    const std::vector<int64_t>&, const std::vector<int64_t>&, std::vector<MetaTensor*>, MetaTensor*,
    MetaConfig = MetaConfig());
void ConcatInferMeta(const std::vector<const MetaTensor*>&, const Scalar&, MetaTensor*, MetaConfig = MetaConfig());
void DeformableConvInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&,
    const std::vector<int>&, const std::vector<int>&, int, int, int, MetaTensor*, MetaConfig = MetaConfig());
void EditDistanceInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, MetaTensor*, MetaTensor*);
void FusedBatchNormActInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedBiasActInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&,
    const std::string&, float, int, float, float, MetaTensor*, MetaConfig = MetaConfig());
void FusedLinearParamGradAddInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, MetaTensor*, MetaTensor*);
void GenerateProposalsV2InferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, float,
    float, float, bool, MetaTensor*, MetaTensor*, MetaTensor*);
void GraphReindexInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*,
    MetaTensor*, MetaTensor*);
void HSigmoidLossInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    int, bool, MetaTensor*, MetaTensor*, MetaTensor*);
void InterpolateInferMeta(
    const MetaTensor&, const MetaTensor&, const paddle::optional<std::vector<const MetaTensor*>>&, const MetaTensor&,
    const std::string&, int, int, int, const std::vector<float>&, const std::string&, bool, int, MetaTensor*,
    MetaConfig = MetaConfig());
void IndexPutInferMeta(const MetaTensor&, const std::vector<const MetaTensor*>&, const MetaTensor&, bool, MetaTensor*);
void LambInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, float, float, bool, bool, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void LLMInt8LinearInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, MetaTensor*);
void LogspaceInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, DataType, MetaTensor*);
void MergedAdamInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const paddle::optional<std::vector<const MetaTensor*>>&, const Scalar&,
    const Scalar&, const Scalar&, bool, bool, std::vector<MetaTensor*>, std::vector<MetaTensor*>,
    std::vector<MetaTensor*>, std::vector<MetaTensor*>, std::vector<MetaTensor*>, std::vector<MetaTensor*>);
void MergedMomentumInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const paddle::optional<std::vector<const MetaTensor*>>&, float, bool,
    const std::vector<std::string>&, const std::vector<float>&, bool, float, std::vector<MetaTensor*>,
    std::vector<MetaTensor*>, std::vector<MetaTensor*>);
void MemoryEfficientAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const Scalar&, const Scalar&, bool, double, float, bool, MetaTensor*,
    MetaTensor*, MetaTensor*);
void MeshgridInferMeta(const std::vector<const MetaTensor*>&, std::vector<MetaTensor*>);
void MomentumInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, bool,
    const std::string&, float, bool, float, MetaTensor*, MetaTensor*, MetaTensor*);
void MultiDotInferMeta(const std::vector<const MetaTensor*>&, MetaTensor*);
void MultiplexInferMeta(const std::vector<const MetaTensor*>&, const MetaTensor&, MetaTensor*);
void PsroiPoolInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, int, float, MetaTensor*);
void RmspropInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, float, float, float, bool, bool, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*);
void RnnInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const MetaTensor&,
    float, bool, int, int, int, const std::string&, int, bool, MetaTensor*, MetaTensor*, std::vector<MetaTensor*>,
    MetaTensor*);
void SendUERecvInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&, const std::string&,
    const IntArray&, MetaTensor*, MetaTensor*);
void SendUVInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&, MetaTensor*);
void SgdInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, MetaTensor*, MetaTensor*);
void SigmoidCrossEntropyWithLogitsInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, int, MetaTensor*, MetaConfig = MetaConfig());
void StackInferMeta(const std::vector<const MetaTensor*>&, int, MetaTensor*, MetaConfig = MetaConfig());
void UnchangedMultiInferMeta(const std::vector<const MetaTensor*>&, std::vector<MetaTensor*>);
void ShareBufferInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<bool>&, std::vector<MetaTensor*>,
    std::vector<MetaTensor*>);
void UpdateLossScalingInferMeta(
    const std::vector<const MetaTensor*>&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    std::vector<MetaTensor*>, MetaTensor*, MetaTensor*, MetaTensor*);
void WarpctcInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, MetaTensor*, MetaTensor*);
void WarprnntInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, float, MetaTensor*, MetaTensor*);
void WeightedSampleNeighborsInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool,
    MetaTensor*, MetaTensor*, MetaTensor*);
void WhereInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void YoloLossInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&,
    const std::vector<int>&, int, float, int, bool, float, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedAdamInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const MetaTensor&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const paddle::optional<std::vector<const MetaTensor*>>&, const MetaTensor&,
    const Scalar&, const Scalar&, const Scalar&, int, float, bool, bool, bool, std::vector<MetaTensor*>,
    std::vector<MetaTensor*>, std::vector<MetaTensor*>, std::vector<MetaTensor*>, std::vector<MetaTensor*>,
    std::vector<MetaTensor*>);
void MultiheadMatmulInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, bool, float, int,
    MetaTensor*);
void MaskedMultiheadAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, bool,
    const std::string&, float, int, float, float, MetaTensor*, MetaTensor*, MetaTensor*);
void AddNInferMeta(const std::vector<const MetaTensor*>&, MetaTensor*, MetaConfig = MetaConfig());
void DecayedAdagradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, MetaTensor*,
    MetaTensor*);
void LarsMomentumInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, const std::vector<float>&, float, float, float, bool,
    float, std::vector<MetaTensor*>, std::vector<MetaTensor*>, std::vector<MetaTensor*>);

}  // namespace phi
