#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/utils/optional.h"

namespace phi {

void AllValueCompareInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void Atan2InferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void BCELossInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void BincountInferMeta(const MetaTensor&, const MetaTensor&, const Scalar&, MetaTensor*);
void BmmInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void CholeskySolveInferMeta(const MetaTensor&, const MetaTensor&, bool, MetaTensor*);
void CompareAllInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void CompareInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void CompareRawInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void ComplexInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void ConvInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::string&,
    const std::vector<int>&, int, const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void Conv3DInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::string&, int,
    const std::vector<int>&, const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void ConvTransposeInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, const std::string&, int, const std::vector<int>&, const std::string&, MetaTensor*,
    MetaConfig = MetaConfig());
void Conv2dTransposeInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const IntArray&, const std::string&, int, const std::vector<int>&, const std::string&, MetaTensor*,
    MetaConfig = MetaConfig());
void CrossInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void CrossEntropyWithSoftmaxInferMeta(
    const MetaTensor&, const MetaTensor&, bool, bool, bool, int, int, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void DepthwiseConvInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::string&, int,
    const std::vector<int>&, const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void DistInferMeta(const MetaTensor&, const MetaTensor&, float, MetaTensor*);
void DistributeFpnProposalsInferMeta(
    const MetaTensor&, const MetaTensor&, int, int, int, int, bool, std::vector<MetaTensor*>, std::vector<MetaTensor*>,
    MetaTensor*, MetaConfig = MetaConfig());
void DotInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void DropoutInferMeta(
    const MetaTensor&, const MetaTensor&, const Scalar&, bool, const std::string&, int, bool, MetaTensor*, MetaTensor*);
void ElementwiseInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void ElementwiseRawInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*, MetaConfig = MetaConfig());
void EmbeddingInferMeta(const MetaTensor&, const MetaTensor&, int64_t, MetaTensor*);
void CEmbeddingInferMeta(const MetaTensor&, const MetaTensor&, int64_t, MetaTensor*);
void ExpandAsInferMeta(const MetaTensor&, const MetaTensor&, const std::vector<int>&, MetaTensor*);
void FillDiagonalTensorInferMeta(const MetaTensor&, const MetaTensor&, int64_t, int, int, MetaTensor*);
void FusedDropoutAddInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void GatherInferMeta(const MetaTensor&, const MetaTensor&, const Scalar&, MetaTensor*);
void GatherNdInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void GatherTreeMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void GridSampleBaseInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void HuberLossInferMeta(
    const MetaTensor&, const MetaTensor&, float, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void IndexSampleInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void IndexSelectInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void IndexSelectStridedInferMeta(const MetaTensor&, int64_t, int, MetaTensor*);
void IndexAddInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void KronInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void LogicalBinaryInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void LogLossInferMeta(const MetaTensor&, const MetaTensor&, float, MetaTensor*, MetaConfig = MetaConfig());
void LUUnpackInferMeta(const MetaTensor&, const MetaTensor&, bool, bool, MetaTensor*, MetaTensor*, MetaTensor*);
void MarginCrossEntropyInferMeta(
    const MetaTensor&, const MetaTensor&, bool, int, int, int, float, float, float, float, MetaTensor*, MetaTensor*,
    MetaConfig = MetaConfig());
void MaskedSelectInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void MatmulInferMeta(const MetaTensor&, const MetaTensor&, bool, bool, MetaTensor*);
void MatrixNMSInferMeta(
    const MetaTensor&, const MetaTensor&, float, int, int, float, bool, float, int, bool, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaConfig = MetaConfig());
void MatrixRankStaticInferMeta(const MetaTensor&, const MetaTensor&, bool, bool, MetaTensor*);
void MatrixRankTolInferMeta(const MetaTensor&, const MetaTensor&, bool, bool, MetaTensor*);
void MvInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void PReluInferMeta(
    const MetaTensor&, const MetaTensor&, const std::string&, const std::string&, MetaTensor*,
    MetaConfig = MetaConfig());
void RepeatInterleaveWithTensorIndexInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void PriorBoxInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<float>&, const std::vector<float>&,
    const std::vector<float>&, const std::vector<float>&, bool, bool, float, float, float, bool, MetaTensor*,
    MetaTensor*);
void SearchsortedInferMeta(const MetaTensor&, const MetaTensor&, bool, bool, MetaTensor*);
void SegmentPoolInferMeta(
    const MetaTensor&, const MetaTensor&, const std::string&, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void TakeAlongAxisInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void TriangularSolveInferMeta(const MetaTensor&, const MetaTensor&, bool, bool, bool, MetaTensor*);
void LstsqInferMeta(
    const MetaTensor&, const MetaTensor&, const Scalar&, const std::string&, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*);
void YoloBoxInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, int, float, int, bool, float, bool, float,
    MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void ValueCompareInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void SolveInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void UnpoolInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const IntArray&, const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void Unpool3dInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void FusedMatmulInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, float, const std::string&, float, float,
    float, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, const std::vector<int>&, const std::string&, float, float, float, float, bool,
    MetaTensor*);

}  // namespace phi
