#pragma once

#include_next <paddle/phi/infermeta/spmd_rules/rules.h>

namespace phi::distributed {

SpmdInfo ReplicatedInferDynamic(
    const std::vector<paddle::variant<const DistMetaTensor*, const std::vector<DistMetaTensor>*>>&);
SpmdInfo AddNInferSpmd(const std::vector<DistMetaTensor>&);
SpmdInfo AdamInferSpmdDynamic(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const Scalar&,
    const Scalar&, const Scalar&, bool, int64_t, bool, bool);
SpmdInfo ArgMaxInferSpmdDynamic(const DistMetaTensor&, const Scalar&, bool, bool, DataType);
SpmdInfo AssignInferSpmd(const DistMetaTensor&);
SpmdInfo CheckFiniteAndUnscaleSpmd(const std::vector<DistMetaTensor>&, const DistMetaTensor&);
SpmdInfo Conv2dGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const std::vector<int>& = {1, 1},
    const std::vector<int>& = {0, 0}, const std::string& = "EXPLICIT", const std::vector<int>& = {1, 1}, int = 1,
    const std::string& = "NCHW");
SpmdInfo Conv2dInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const std::vector<int>& = {1, 1}, const std::vector<int>& = {0, 0},
    const std::string& = "EXPLICIT", const std::vector<int>& = {1, 1}, int = 1, const std::string& = "NCHW");
SpmdInfo CrossEntropyWithSoftmaxGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, bool, bool, bool, int, int);
SpmdInfo CrossEntropyWithSoftmaxInferSpmd(const DistMetaTensor&, const DistMetaTensor&, bool, bool, bool, int, int);
SpmdInfo CumSumInferSpmdDynamic(const DistMetaTensor&, const Scalar&, bool, bool, bool);
SpmdInfo EmbeddingGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, int64_t, bool = false);
SpmdInfo EmbeddingInferSpmdUnsupportVocabParallel(const DistMetaTensor&, const DistMetaTensor&, int, bool = false);
SpmdInfo FlattenGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo FlattenInferSpmd(const DistMetaTensor&, int, int);
SpmdInfo FusedDropoutAddGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const Scalar&, bool, std::string, bool);
SpmdInfo FusedDropoutAddSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const Scalar&, bool, const std::string&, int,
    bool);
SpmdInfo FusedRopeGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    const DistMetaTensor&, bool = true, bool = false, float = 10000.f);
SpmdInfo FusedRopeInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    const DistMetaTensor&, bool = true, bool = false, float = 10000.f);
SpmdInfo GatherNdInferSpmd(const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo LogSumExpGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, const std::vector<int>&, bool, bool);
SpmdInfo LogSumExpInferSpmd(const DistMetaTensor&, const std::vector<int>&, bool, bool);
SpmdInfo OneHotInferSpmdDynamic(const DistMetaTensor&, const Scalar&);
SpmdInfo PNormGradInferSpmd(
    const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, float, int, float, bool, bool);
SpmdInfo PNormInferSpmd(const DistMetaTensor&, float, int, float, bool, bool);
SpmdInfo PadGradInferSpmdDynamic(const DistMetaTensor&, const std::vector<int>&, const Scalar&);
SpmdInfo PadInferSpmdDynamic(const DistMetaTensor&, const std::vector<int>&, const Scalar&);
SpmdInfo ReshapeInferSpmd(const DistMetaTensor&, const std::vector<int64_t>&);
SpmdInfo ScaleInferSpmd(const DistMetaTensor&, const Scalar&, const Scalar&, bool);
SpmdInfo ScatterGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, bool);
SpmdInfo ScatterInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&, bool);
SpmdInfo ScatterNdAddInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo SplitInferSpmdDynamic(const DistMetaTensor&, const std::vector<int64_t>&, const Scalar&);
SpmdInfo SquaredL2NormInferSpmd(const DistMetaTensor&);
SpmdInfo SwiGLUGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo SwiGLUInferSpmd(const DistMetaTensor&, const DistMetaTensor&);
SpmdInfo TileGradInferSpmd(const DistMetaTensor&, const DistMetaTensor&, IntArray);
SpmdInfo TileInferSpmdDynamic(const DistMetaTensor&, const IntArray&);
SpmdInfo UnbindInferSpmdDynamic(const DistMetaTensor&, int);
SpmdInfo UpdateLossScalingSpmd(
    const std::vector<DistMetaTensor>&, const DistMetaTensor&, const DistMetaTensor&, const DistMetaTensor&,
    const DistMetaTensor&, int, int, float, float, Scalar = false);

}  // namespace phi::distributed
