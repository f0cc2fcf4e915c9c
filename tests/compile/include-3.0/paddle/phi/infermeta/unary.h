#pragma once

#include_next <paddle/phi/infermeta/unary.h>

namespace phi {

void AddPositionEncodingInferMeta(const MetaTensor&, float, float, MetaTensor*);
void ArgsortInferMeta(const MetaTensor&, int, bool, bool, MetaTensor*, MetaTensor*);
void BipartiteMatchInferMeta(const MetaTensor&, const std::string&, float, MetaTensor*, MetaTensor*);
void CScatterInferMeta(const MetaTensor&, int, int, int, MetaTensor*);
void FakeChannelWiseQuantizeAbsMaxInferMeta(const MetaTensor&, int, int, int, bool, MetaTensor*, MetaTensor*);
void FakeChannelWiseQuantizeDequantizeAbsMaxInferMeta(const MetaTensor&, int, int, int, MetaTensor*, MetaTensor*);
void FakeQuantizeAbsMaxInferMeta(const MetaTensor&, int, int, MetaTensor*, MetaTensor*);
void FetchBarrierInferMeta(
    const std::vector<const MetaTensor*>&, int, const std::vector<std::string>&, std::vector<MetaTensor*>);
void FlattenInferMeta(const MetaTensor&, int, int, MetaTensor*);
void Flatten2InferMeta(const MetaTensor&, int, MetaTensor*, MetaTensor*);
void FractionalMaxPoolInferMeta(
    const MetaTensor&, const std::vector<int>&, const std::vector<int>&, float, bool, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void HashInferMeta(const MetaTensor&, int, int64_t, MetaTensor*);
void IdentityLossInferMeta(const MetaTensor&, int, MetaTensor*);
void LogicalNotInferMeta(const MetaTensor&, MetaTensor*);
void LogsumexpInferMeta(const MetaTensor&, const std::vector<int>&, bool, bool, MetaTensor*);
void MaxPoolWithIndexInferMeta(
    const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, bool, bool, bool,
    MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void MaxPoolV2InferMeta(
    const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, const std::string&,
    bool, bool, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void NanmedianInferMeta(const MetaTensor&, const IntArray&, bool, const std::string&, MetaTensor*, MetaTensor*);
void PSendInferMeta(const MetaTensor&, int);
void PSendArrayInferMeta(const MetaTensor&, int);
void WeightQuantizeInferMeta(const MetaTensor&, const std::string&, int32_t, int32_t, MetaTensor*, MetaTensor*);
void SequenceMaskScalarInferMeta(const MetaTensor&, const Scalar&, DataType, MetaTensor*);
void SequencePoolInferMeta(
    const MetaTensor&, bool, const std::string&, float, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void ShareDataInferMeta(const MetaTensor&, MetaTensor*);
void ShuffleChannelInferMeta(const MetaTensor&, int, MetaTensor*);
void SequenceSoftmaxInferMeta(const MetaTensor&, MetaTensor*);
void L1NormInferMeta(const MetaTensor&, MetaTensor*);
void SqueezeInferMeta(const MetaTensor&, const IntArray&, MetaTensor*, MetaConfig = MetaConfig());
void DetInferMeta(const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void PartialConcatInferMeta(const std::vector<const MetaTensor*>&, int, int, MetaTensor*, MetaConfig = MetaConfig());
void PartialSumInferMeta(const std::vector<const MetaTensor*>&, int, int, MetaTensor*, MetaConfig = MetaConfig());
void TopkV1InferMeta(const MetaTensor&, const Scalar&, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void TransferLayoutInferMeta(const MetaTensor&, int, int, MetaTensor*);
void UnchangedVectorInferMeta(const std::vector<const MetaTensor*>&, std::vector<MetaTensor*>);
void UniformRandomBatchSizeLikeInferMeta(
    const MetaTensor&, const std::vector<int>&, int, int, float, float, int, int, int, float, DataType, MetaTensor*,
    MetaConfig = MetaConfig());
void UnsqueezeInferMeta(const MetaTensor&, const IntArray&, MetaTensor*, MetaConfig = MetaConfig());
void NumberCountInferMeta(const MetaTensor&, int, MetaTensor*);
void LrnInferMeta(const MetaTensor&, int, MetaTensor*, MetaTensor*);
void AnchorGeneratorInferMeta(
    const MetaTensor&, const std::vector<float>&, const std::vector<float>&, const std::vector<float>&,
    const std::vector<float>&, float, MetaTensor*, MetaTensor*);
void CSplitInferMeta(const MetaTensor&, int, MetaTensor*);
void PartialAllgatherInferMeta(const MetaTensor&, int, int, int, bool, MetaTensor*);
void PartialSendInferMeta(const MetaTensor&, int, int, bool, int, int);
void PushDenseInferMeta(const std::vector<const MetaTensor*>&, int, float, const std::vector<std::string>&);
void ReduceSumInferMeta(const MetaTensor&, const std::vector<int64_t>&, bool, MetaTensor*);
void StraightThroughEstimatorInferMeta(const MetaTensor&, MetaTensor*);
void UnchangedExceptDtypeInferMeta(const MetaTensor&, MetaTensor*);

}  // namespace phi
