#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/phi/infermeta/binary.h"
#include "paddle/phi/infermeta/multiary.h"
#include "paddle/phi/infermeta/ternary.h"
#include "paddle/phi/infermeta/unary.h"
#include "paddle/utils/optional.h"

namespace phi {

void AffineGridGradInferMeta(const MetaTensor&, const IntArray&, bool, MetaTensor*);
void BilinearGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*);
void BmmGradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void ChannelShuffleGradInferMeta(const MetaTensor&, int, const std::string&, MetaTensor*);
void ComplexGradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void ConvTransposeGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, const std::vector<int>&, const std::string&, int, const std::vector<int>&,
    const std::string&, MetaTensor*, MetaTensor*);
void Conv2dTransposeGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, const IntArray&, const std::string&, int, const std::vector<int>&, const std::string&,
    MetaTensor*, MetaTensor*);
void Conv2dTransposeDoubleGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, const IntArray&, const std::string&, int,
    const std::vector<int>&, const std::string&, MetaTensor*, MetaTensor*, MetaTensor*);
void CropGradInferMeta(const MetaTensor&, const MetaTensor&, const IntArray&, MetaTensor*);
void CrossEntropyWithSoftmaxGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, bool, bool, int, int, MetaTensor*,
    MetaConfig = MetaConfig());
void DeformableConvGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, int, int, int, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*);
void EigGradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void EigvalshGradInferMeta(const MetaTensor&, const MetaTensor&, const std::string&, bool, MetaTensor*);
void EmbeddingGradInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void FFTC2RGradInferMeta(
    const MetaTensor&, const std::vector<int64_t>&, const std::string&, bool, int64_t, MetaTensor*,
    MetaConfig = MetaConfig());
void FillDiagonalGradInferMeta(const MetaTensor&, float, int, bool, MetaTensor*);
void FillDiagonalTensorGradInferMeta(const MetaTensor&, int64_t, int, int, MetaTensor*);
void FlashAttnGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);
void FusedDropoutAddGradInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void GatherNdGradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*);
void GeneralUnaryGradInferMeta(const MetaTensor&, MetaTensor*);
void GeneralBinaryGradInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void GeneralTernaryGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);
void GeneralQuaternaryGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*);
void GeneralQuinaryGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void GumbelSoftmaxGradInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void InstanceNormGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, MetaTensor*,
    MetaTensor*, MetaTensor*);
void InstanceNormDoubleGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, float, MetaTensor*, MetaTensor*, MetaTensor*);
void InverseGradInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void KernelWithXShapeInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void LUGradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, MetaTensor*);
void LUUnpackGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, bool, bool, MetaTensor*);
void MarginCrossEntropyGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, int, int, int, float, float,
    float, float, MetaTensor*);
void MeshgridGradInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, std::vector<MetaTensor*>);
void MemoryEfficientAttentionGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const Scalar&, const Scalar&, bool,
    double, float, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void MultiDotGradInferMeta(const std::vector<const MetaTensor*>&, const MetaTensor&, std::vector<MetaTensor*>);
void MultiplexGradInferMeta(const MetaTensor&, const MetaTensor&, std::vector<MetaTensor*>);
void NllLossGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int64_t,
    const std::string&, MetaTensor*, MetaConfig = MetaConfig());
void PixelUnshuffleGradInferMeta(const MetaTensor&, int, const std::string&, MetaTensor*);
void PreluGradInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void OverlapAddGradInferMeta(const MetaTensor&, const MetaTensor&, int, int, MetaTensor*);
void RealAndImagGradInferMeta(const MetaTensor&, MetaTensor*);
void RnnGradInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, MetaTensor*,
    std::vector<MetaTensor*>, std::vector<MetaTensor*>);
void ScatterGradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, MetaTensor*, MetaTensor*);
void ScatterNdAddGradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void SpectralNormGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, int, float, MetaTensor*);
void StackGradInferMeta(const MetaTensor&, int, std::vector<MetaTensor*>);
void TransposeInferMeta(const MetaTensor&, const std::vector<int>&, MetaTensor*);
void TransLayoutGradInferMeta(const MetaTensor&, const MetaTensor&, const std::vector<int>&, MetaTensor*);
void UniformRandomInplaceGradInferMeta(const MetaTensor&, float, float, int, int, int, float, MetaTensor*);
void UnStackGradInferMeta(const std::vector<const MetaTensor*>&, int, MetaTensor*);
void YoloLossGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    const MetaTensor&, const std::vector<int>&, const std::vector<int>&, int, float, int, bool, float, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*);
void IndexAddGradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, MetaTensor*, MetaTensor*);
void IndexPutGradInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const MetaTensor&, const MetaTensor&, bool, MetaTensor*,
    MetaTensor*);
void SetValueGradInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);

}  // namespace phi
