#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/phi/infermeta/built_in.h"
#include "paddle/utils/optional.h"

namespace phi {

void AffineGridInferMeta(const MetaTensor&, const IntArray&, bool, MetaTensor*);
void AllGatherInferMeta(const MetaTensor&, int, MetaTensor*);
void AllReduceInferMeta(const MetaTensor&, MetaTensor*);
void AllToAllInferMeta(const MetaTensor&, MetaTensor*);
void ArgMinMaxInferMeta(const MetaTensor&, const Scalar&, bool, bool, DataType, MetaTensor*, MetaConfig = MetaConfig());
void AsRealInferMeta(const MetaTensor&, MetaTensor*);
void AsComplexInferMeta(const MetaTensor&, MetaTensor*);
void CastInferMeta(const MetaTensor&, DataType, MetaTensor*);
void CConcatInferMeta(const MetaTensor&, int, MetaTensor*);
void ChannelShuffleInferMeta(const MetaTensor&, int, const std::string&, MetaTensor*);
void CheckNumericsInferMeta(
    const MetaTensor&, const std::string&, const std::string&, int, int, const std::string&, MetaTensor*, MetaTensor*);
void CholeskyInferMeta(const MetaTensor&, bool, MetaTensor*);
void ClassCenterSampleInferMeta(const MetaTensor&, int, int, int, int, int, bool, int, MetaTensor*, MetaTensor*);
void ClipByNormInferMeta(const MetaTensor&, float, MetaTensor*);
void CIdentityInferMeta(const MetaTensor&, int, bool, bool, MetaTensor*);
void CreateLikeInferMeta(const MetaTensor&, DataType, MetaTensor*);
void CropInferMeta(const MetaTensor&, const IntArray&, const IntArray&, MetaTensor*, MetaConfig = MetaConfig());
void CumInferMeta(const MetaTensor&, int, bool, bool, bool, MetaTensor*);
void CumScalarAxisInferMeta(const MetaTensor&, const Scalar&, bool, bool, bool, MetaTensor*);
void CumWithIndicesInferMeta(const MetaTensor&, int, DataType, MetaTensor*, MetaTensor*);
void DecodeJpegInferMeta(const MetaTensor&, const std::string&, MetaTensor*);
void DeQuantizeXPUInferMeta(const MetaTensor&, DataType, float, MetaTensor*);
void DiagEmbedInferMeta(const MetaTensor&, int, int, int, MetaTensor*);
void DiagInferMeta(const MetaTensor&, int, float, MetaTensor*);
void DiagonalInferMeta(const MetaTensor&, int, int, int, MetaTensor*);
void DirichletInferMeta(const MetaTensor&, MetaTensor*);
void DistBroadcastInferMeta(const MetaTensor&, MetaTensor*);
void DistConcatInferMeta(const MetaTensor&, int, MetaTensor*);
void DistReduceInferMeta(const MetaTensor&, MetaTensor*);
void EigInferMeta(const MetaTensor&, MetaTensor*, MetaTensor*);
void EighInferMeta(const MetaTensor&, const std::string&, MetaTensor*, MetaTensor*);
void EigvalsInferMeta(const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void EigvalshInferMeta(const MetaTensor&, const std::string&, bool, MetaTensor*, MetaTensor*);
void EinsumRawInferMeta(
    const std::vector<const MetaTensor*>&, const std::string&, MetaTensor*, std::vector<MetaTensor*>,
    std::vector<MetaTensor*>);
void ExpandInferMeta(const MetaTensor&, const IntArray&, MetaTensor*);
void FillAnyLikeInferMeta(const MetaTensor&, const Scalar&, DataType, MetaTensor*);
void FillDiagonalInferMeta(const MetaTensor&, float, int, bool, MetaTensor*);
void FFTC2CInferMeta(
    const MetaTensor&, const std::vector<int64_t>&, const std::string&, bool, MetaTensor*, MetaConfig = MetaConfig());
void FFTC2RInferMeta(
    const MetaTensor&, const std::vector<int64_t>&, const std::string&, bool, int64_t, MetaTensor*,
    MetaConfig = MetaConfig());
void FFTR2CInferMeta(
    const MetaTensor&, const std::vector<int64_t>&, const std::string&, bool, bool, MetaTensor*,
    MetaConfig = MetaConfig());
void FlattenWithXShapeInferMeta(const MetaTensor&, int, int, MetaTensor*, MetaTensor*);
void FlipInferMeta(const MetaTensor&, const std::vector<int>&, MetaTensor*);
void FoldInferMeta(
    const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, const std::vector<int>&, MetaTensor*);
void FrameInferMeta(const MetaTensor&, int, int, int, MetaTensor*, MetaConfig = MetaConfig());
void FullBatchSizeLikeInferMeta(
    const MetaTensor&, const std::vector<int>&, const Scalar&, DataType, int, int, MetaTensor*);
void GumbelSoftmaxInferMeta(const MetaTensor&, float, bool, int, MetaTensor*);
void IncrementInferMeta(const MetaTensor&, float, MetaTensor*);
void InverseInferMeta(const MetaTensor&, MetaTensor*);
void IsEmptyInferMeta(const MetaTensor&, MetaTensor*);
void IsfiniteInferMeta(const MetaTensor&, MetaTensor*);
void KthvalueInferMeta(const MetaTensor&, int, int, bool, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void LUInferMeta(const MetaTensor&, bool, MetaTensor*, MetaTensor*, MetaTensor*);
void MatrixPowerInferMeta(const MetaTensor&, int, MetaTensor*);
void MatrixRankInferMeta(const MetaTensor&, bool, bool, MetaTensor*);
void MaxOutInferMeta(const MetaTensor&, int, int, MetaTensor*);
void MeanAllInferMeta(const MetaTensor&, MetaTensor*);
void ModeInferMeta(const MetaTensor&, int, bool, MetaTensor*, MetaTensor*);
void MultinomialInferMeta(const MetaTensor&, const Scalar&, bool, MetaTensor*, MetaConfig = MetaConfig());
void NonZeroInferMeta(const MetaTensor&, MetaTensor*);
void NMSInferMeta(const MetaTensor&, float, MetaTensor*);
void NormInferMeta(const MetaTensor&, int, float, bool, MetaTensor*, MetaTensor*);
void OneHotRawInferMeta(const MetaTensor&, const Scalar&, DataType, bool, MetaTensor*);
void OneHotInferMeta(const MetaTensor&, const Scalar&, MetaTensor*);
void OverlapAddInferMeta(const MetaTensor&, int, int, MetaTensor*, MetaConfig = MetaConfig());
void PadInferMeta(const MetaTensor&, const std::vector<int>&, const Scalar&, MetaTensor*, MetaConfig = MetaConfig());
void Pad3dInferMeta(
    const MetaTensor&, const IntArray&, const std::string&, float, const std::string&, MetaTensor*,
    MetaConfig = MetaConfig());
void PixelShuffleInferMeta(const MetaTensor&, int, const std::string&, MetaTensor*);
void PixelShuffleGradInferMeta(const MetaTensor&, int, const std::string&, MetaTensor*);
void PixelUnshuffleInferMeta(const MetaTensor&, int, const std::string&, MetaTensor*);
void PNormInferMeta(const MetaTensor&, float, int, float, bool, bool, MetaTensor*);
void PoolInferMeta(
    const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, bool, bool,
    const std::string&, const std::string&, bool, bool, const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void Pool2DInferMeta(
    const MetaTensor&, const IntArray&, const std::vector<int>&, const std::vector<int>&, bool, bool,
    const std::string&, const std::string&, bool, bool, const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void QrInferMeta(const MetaTensor&, const std::string&, MetaTensor*, MetaTensor*);
void QuantizeXPUInferMeta(const MetaTensor&, DataType, float, MetaTensor*);
void RealAndImagInferMeta(const MetaTensor&, MetaTensor*);
void ReduceInferMeta(const MetaTensor&, const std::vector<int64_t>&, bool, MetaTensor*);
void ReduceInferMetaBase(const MetaTensor&, const std::vector<int64_t>&, bool, bool, MetaTensor*);
void ReduceIntArrayAxisInferMetaBase(
    const MetaTensor&, const IntArray&, bool, bool, MetaTensor*, MetaConfig = MetaConfig());
void ReduceIntArrayAxisInferMeta(const MetaTensor&, const IntArray&, bool, MetaTensor*, MetaConfig = MetaConfig());
void ReduceScatterInferMeta(const MetaTensor&, int, MetaTensor*);
void RepeatInterleaveInferMeta(const MetaTensor&, int, int, MetaTensor*);
void ReshapeInferMeta(const MetaTensor&, const IntArray&, MetaTensor*, MetaConfig = MetaConfig());
void ReshapeWithXShapeInferMeta(
    const MetaTensor&, const IntArray&, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void ReverseInferMeta(const MetaTensor&, const IntArray&, MetaTensor*, MetaConfig = MetaConfig());
void RollInferMeta(const MetaTensor&, const IntArray&, const std::vector<int64_t>&, MetaTensor*);
void RReluInferMeta(const MetaTensor&, float, float, bool, MetaTensor*, MetaTensor*);
void RReluGradInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void SetValueInferMeta(const MetaTensor&, MetaTensor*);
void ShapeInferMeta(const MetaTensor&, MetaTensor*);
void ShardIndexInferMeta(const MetaTensor&, int, int, int, int, MetaTensor*, MetaConfig = MetaConfig());
void NumelInferMeta(const MetaTensor&, MetaTensor*);
void SliceRawInferMeta(
    const MetaTensor&, const std::vector<int64_t>&, const IntArray&, const IntArray&, const std::vector<int64_t>&,
    const std::vector<int64_t>&, MetaTensor*, MetaConfig = MetaConfig());
void SoftmaxInferMeta(const MetaTensor&, int, MetaTensor*);
void SplitInferMeta(
    const MetaTensor&, const IntArray&, const Scalar&, std::vector<MetaTensor*>, MetaConfig = MetaConfig());
void SplitWithNumInferMeta(const MetaTensor&, int, const Scalar&, std::vector<MetaTensor*>, MetaConfig = MetaConfig());
void SquaredL2NormInferMeta(const MetaTensor&, MetaTensor*);
void SqueezeWithXShapeInferMeta(
    const MetaTensor&, const IntArray&, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void StridedSliceRawInferMeta(
    const MetaTensor&, const std::vector<int>&, const IntArray&, const IntArray&, const IntArray&,
    const std::vector<int>&, const std::vector<int>&, MetaTensor*, MetaConfig = MetaConfig());
void StridedSliceInferMeta(
    const MetaTensor&, const std::vector<int>&, const IntArray&, const IntArray&, const IntArray&, MetaTensor*,
    MetaConfig = MetaConfig());
void SumInferMeta(const MetaTensor&, const IntArray&, DataType, bool, MetaTensor*, MetaConfig = MetaConfig());
void SumRawInferMeta(const MetaTensor&, const IntArray&, bool, bool, DataType, MetaTensor*, MetaConfig = MetaConfig());
void SvdInferMeta(const MetaTensor&, bool, MetaTensor*, MetaTensor*, MetaTensor*);
void TemporalShiftInferMeta(const MetaTensor&, int, float, const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void TileInferMeta(const MetaTensor&, const IntArray&, MetaTensor*, MetaConfig = MetaConfig());
void TopKInferMeta(
    const MetaTensor&, const Scalar&, int, bool, bool, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void TraceInferMeta(const MetaTensor&, int, int, int, MetaTensor*);
void TransposeInferMeta(const MetaTensor&, const std::vector<int>&, MetaTensor*);
void TransposeGradInferMeta(const MetaTensor&, const std::vector<int>&, MetaTensor*);
void TrilInferMeta(const MetaTensor&, int, MetaTensor*);
void TriuInferMeta(const MetaTensor&, int, MetaTensor*);
void TrilTriuInferMeta(const MetaTensor&, int, bool, MetaTensor*);
void UnbindInferMeta(const MetaTensor&, int, std::vector<MetaTensor*>);
void UnchangedExceptLayoutInferMeta(const MetaTensor&, MetaTensor*);
void UnchangedInferMeta(const MetaTensor&, MetaTensor*);
void UnchangedInferMetaCheckAxis(const MetaTensor&, int, MetaTensor*);
void UnfoldInferMeta(
    const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, MetaTensor*, MetaConfig = MetaConfig());
void UniformRandomInplaceInferMeta(const MetaTensor&, float, float, int, int, int, float, MetaTensor*);
void UniqueConsecutiveInferMeta(
    const MetaTensor&, bool, bool, const std::vector<int>&, DataType, MetaTensor*, MetaTensor*, MetaTensor*);
void UniqueInferMeta(
    const MetaTensor&, bool, bool, bool, const std::vector<int>&, DataType, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*);
void UniqueRawInferMeta(
    const MetaTensor&, bool, bool, bool, const std::vector<int>&, DataType, bool, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*);
void UnsqueezeWithXShapeInferMeta(
    const MetaTensor&, const IntArray&, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void UnStackInferMeta(const MetaTensor&, int, int, std::vector<MetaTensor*>);
void StridedUnChangedInferMeta(const MetaTensor&, MetaTensor*);
void BatchSizeLikeInferMeta(const MetaTensor&, const std::vector<int>&, int, int, MetaTensor*);
void CINNBroadcastInferMeta(const MetaTensor&, const std::vector<int64_t>&, const std::vector<int64_t>&, MetaTensor*);
void EmbeddingGradSparseInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void SendV2InferMeta(int, int);

}  // namespace phi
