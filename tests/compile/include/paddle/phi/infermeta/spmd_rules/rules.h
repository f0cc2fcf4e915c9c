#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/distributed/auto_parallel/dist_meta_tensor.h"
#include "paddle/phi/core/distributed/type_defs.h"

namespace phi::distributed {

void DebugInfoForInferSpmd(const std::string&, const SpmdInfo&);
SpmdInfo CastInferSpmd(const DistMetaTensor&, phi::DataType);
SpmdInfo ConcatInferSpmdDynamic(const std::vector<DistMetaTensor>&, const Scalar&);
SpmdInfo ConcatGradInferSpmdDynamic(const std::vector<DistMetaTensor>&, const DistMetaTensor&, const Scalar&);
SpmdInfo ElementwiseUnaryInferSpmd(const DistMetaTensor&);
SpmdInfo ElementwiseUnaryGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo ElementwiseUnaryGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo ElementwiseBinaryInferSpmd(const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo ElementwiseBinaryGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, int64_t = -1);
SpmdInfo ElementwiseBinaryGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, int64_t = -1);
SpmdInfo FlashAttInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    float = 0.0, bool = false, bool = false, bool = false, const std::string& = "");
SpmdInfo FlashAttGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, float = 0.0, bool = false);
SpmdInfo FullLikeInferSpmd(const DistMetaTensor&, const Scalar&, phi::DataType);
SpmdInfo LayerNormInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, float, int);
SpmdInfo LayerNormGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    const DistMetaTensor, float = 1e-5, int = 1);
SpmdInfo MatmulInferSpmd(const DistMetaTensor&, const DistMetaTensor&, bool, bool);
SpmdInfo MatmulGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, bool, bool);
SpmdInfo NumelInferSpmd(const DistMetaTensor&);
SpmdInfo AdamwInferSpmdDynamic(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const Scalar&,
    const Scalar&, const Scalar&, float, float, bool, bool, int64_t, bool, bool);
SpmdInfo SgdInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, bool);
SpmdInfo PowInferSpmd(const DistMetaTensor&, const Scalar&);
SpmdInfo PowGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const Scalar);
SpmdInfo ReductionMeanInferSpmdDynamic(const DistMetaTensor&, const IntArray&, bool);
SpmdInfo ReductionSumInferSpmdDynamic(const DistMetaTensor&, const IntArray&, DataType, bool);
SpmdInfo ReductionMaxInferSpmdDynamic(const DistMetaTensor&, const IntArray&, bool);
SpmdInfo ReductionAllInferSpmdDynamic(const DistMetaTensor&, const IntArray&, bool);
SpmdInfo ReductionGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const IntArray&, bool, bool);
SpmdInfo ReductionGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const IntArray&, bool, bool);
SpmdInfo ReplicatedInferDynamic(
    const std::vector<paddle::variant<const DistMetaTensor*, const std::vector<DistMetaTensor>*>>&);
SpmdInfo ReshapeInferSpmdDynamic(const DistMetaTensor&, const std::vector<int64_t>&);
SpmdInfo ReshapeGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo SliceInferSpmdDynamic(
    const DistMetaTensor&, const std::vector<int64_t>&, const IntArray&, const IntArray&, const std::vector<int64_t>&,
    const std::vector<int64_t>&);
SpmdInfo SliceGradInferSpmdDynamic(
    const DistMetaTensor&, const DistMetaTensor&, const std::vector<int64_t>&, const IntArray&, const IntArray&,
    const std::vector<int64_t>&, const std::vector<int64_t>&);
SpmdInfo StridedSliceInferSpmdDynamic(
    const DistMetaTensor&, const std::vector<int>&, const IntArray&, const IntArray&, const IntArray&);
SpmdInfo StridedSliceGradInferSpmdDynamic(
    const DistMetaTensor&, const DistMetaTensor&, const std::vector<int>&, const IntArray&, const IntArray&,
    const IntArray&);
SpmdInfo SoftmaxInferSpmd(const DistMetaTensor&, int);
SpmdInfo SoftmaxGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, int);
SpmdInfo SplitWithNumInferSpmdDynamic(const DistMetaTensor&, int, const Scalar&);
SpmdInfo SqueezeInferSpmd(const DistMetaTensor&, const std::vector<int64_t>&);
SpmdInfo SqueezeGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const IntArray& = {});
SpmdInfo StackInferSpmd(const std::vector<DistMetaTensor>&, int);
SpmdInfo StackGradInferSpmd(const DistMetaTensor&, int);
SpmdInfo TransposeInferSpmd(const DistMetaTensor&, const std::vector<int>&);
SpmdInfo TransposeGradInferSpmd(const DistMetaTensor&, const std::vector<int>&);
SpmdInfo TriuInferSpmd(const DistMetaTensor&, int);
SpmdInfo TriuGradInferSpmd(const DistMetaTensor&, int);
SpmdInfo UnsqueezeInferSpmd(const DistMetaTensor&, const std::vector<int64_t>&);
SpmdInfo UnsqueezeGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const IntArray& = {});
SpmdInfo WhereInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo WhereGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&);

}  // namespace phi::distributed
