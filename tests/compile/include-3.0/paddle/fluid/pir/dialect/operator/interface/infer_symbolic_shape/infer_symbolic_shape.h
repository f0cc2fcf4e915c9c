#pragma once

#include "paddle/fluid/pir/dialect/operator/utils/shape_analysis_utils.h"
#include "pir/op_base.h"

namespace pir {

class InferSymbolicShapeInterface : public OpInterfaceBase<InferSymbolicShapeInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] bool (Op::*infer_symbolic_shape)(InferSymbolicShapeContext*) = &Op::InferSymbolicShape;
  }
};

}  // namespace pir

namespace paddle::dialect {

using pir::InferSymbolicShapeInterface;

using InferSymbolicShapeFn = bool(pir::Operation*, pir::InferSymbolicShapeContext*);

InferSymbolicShapeFn AbsOpInferSymbolicShape, Abs_OpInferSymbolicShape, AccuracyOpInferSymbolicShape,
    AccuracyCheckOpInferSymbolicShape, AcosOpInferSymbolicShape, Acos_OpInferSymbolicShape, AcoshOpInferSymbolicShape,
    Acosh_OpInferSymbolicShape, AddOpInferSymbolicShape, Add_OpInferSymbolicShape, AddmmOpInferSymbolicShape,
    Addmm_OpInferSymbolicShape, AddNOpInferSymbolicShape, AffineGridOpInferSymbolicShape, AllOpInferSymbolicShape,
    AllcloseOpInferSymbolicShape, AmaxOpInferSymbolicShape, AminOpInferSymbolicShape, AngleOpInferSymbolicShape,
    AnyOpInferSymbolicShape, ApplyPerChannelScaleOpInferSymbolicShape, ArangeOpInferSymbolicShape,
    ArgmaxOpInferSymbolicShape, ArgminOpInferSymbolicShape, ArgsortOpInferSymbolicShape, AsComplexOpInferSymbolicShape,
    AsinOpInferSymbolicShape, Asin_OpInferSymbolicShape, AsinhOpInferSymbolicShape, Asinh_OpInferSymbolicShape,
    AsRealOpInferSymbolicShape, AssignOpInferSymbolicShape, Assign_OpInferSymbolicShape,
    AssignValueOpInferSymbolicShape, AssignValue_OpInferSymbolicShape, AsStridedOpInferSymbolicShape,
    AtanOpInferSymbolicShape, Atan2OpInferSymbolicShape, Atan_OpInferSymbolicShape, AtanhOpInferSymbolicShape,
    Atanh_OpInferSymbolicShape, AucOpInferSymbolicShape;
InferSymbolicShapeFn BatchFcOpInferSymbolicShape, BatchNormOpInferSymbolicShape, BatchNorm_OpInferSymbolicShape,
    BceLossOpInferSymbolicShape, BceLoss_OpInferSymbolicShape, BernoulliOpInferSymbolicShape,
    BicubicInterpOpInferSymbolicShape, BilinearOpInferSymbolicShape, BilinearInterpOpInferSymbolicShape,
    BincountOpInferSymbolicShape, BinomialOpInferSymbolicShape, BipartiteMatchOpInferSymbolicShape,
    BitwiseAndOpInferSymbolicShape, BitwiseAnd_OpInferSymbolicShape, BitwiseLeftShiftOpInferSymbolicShape,
    BitwiseLeftShift_OpInferSymbolicShape, BitwiseNotOpInferSymbolicShape, BitwiseNot_OpInferSymbolicShape,
    BitwiseOrOpInferSymbolicShape, BitwiseOr_OpInferSymbolicShape, BitwiseRightShiftOpInferSymbolicShape,
    BitwiseRightShift_OpInferSymbolicShape, BitwiseXorOpInferSymbolicShape, BitwiseXor_OpInferSymbolicShape,
    BmmOpInferSymbolicShape, BoxClipOpInferSymbolicShape, BoxCoderOpInferSymbolicShape,
    BroadcastTensorsOpInferSymbolicShape;
InferSymbolicShapeFn CastOpInferSymbolicShape, Cast_OpInferSymbolicShape, CeilOpInferSymbolicShape,
    Ceil_OpInferSymbolicShape, CeluOpInferSymbolicShape, ChannelShuffleOpInferSymbolicShape,
    CheckFiniteAndUnscale_OpInferSymbolicShape, CheckNumericsOpInferSymbolicShape, CholeskyOpInferSymbolicShape,
    ChunkEvalOpInferSymbolicShape, ClassCenterSampleOpInferSymbolicShape, ClipOpInferSymbolicShape,
    Clip_OpInferSymbolicShape, ClipByNormOpInferSymbolicShape, ClipByNormSrOpInferSymbolicShape,
    CoalesceTensorOpInferSymbolicShape, CoalesceTensor_OpInferSymbolicShape, ComplexOpInferSymbolicShape,
    ConcatOpInferSymbolicShape, ConjOpInferSymbolicShape, Conv2dOpInferSymbolicShape, Conv3dOpInferSymbolicShape,
    CopysignOpInferSymbolicShape, Copysign_OpInferSymbolicShape, CopyToOpInferSymbolicShape, CosOpInferSymbolicShape,
    Cos_OpInferSymbolicShape, CoshOpInferSymbolicShape, Cosh_OpInferSymbolicShape, CrfDecodingOpInferSymbolicShape,
    CropOpInferSymbolicShape, CrossOpInferSymbolicShape, CrossEntropyWithSoftmaxOpInferSymbolicShape,
    CrossEntropyWithSoftmax_OpInferSymbolicShape, CtcAlignOpInferSymbolicShape, CudnnLstmOpInferSymbolicShape,
    CummaxOpInferSymbolicShape, CumminOpInferSymbolicShape, CumprodOpInferSymbolicShape, Cumprod_OpInferSymbolicShape,
    CumsumOpInferSymbolicShape, Cumsum_OpInferSymbolicShape;
InferSymbolicShapeFn DataOpInferSymbolicShape, DecodeJpegOpInferSymbolicShape, DeformableConvOpInferSymbolicShape,
    DependOpInferSymbolicShape, DepthwiseConv2dOpInferSymbolicShape, DequantizeAbsMaxOpInferSymbolicShape,
    DequantizeLinearOpInferSymbolicShape, DequantizeLinear_OpInferSymbolicShape, DequantizeLogOpInferSymbolicShape,
    DetectionMapOpInferSymbolicShape, DiagOpInferSymbolicShape, DiagEmbedOpInferSymbolicShape,
    DiagonalOpInferSymbolicShape, DigammaOpInferSymbolicShape, Digamma_OpInferSymbolicShape,
    DirichletOpInferSymbolicShape, DisableCheckModelNanInfOpInferSymbolicShape, DistOpInferSymbolicShape,
    DistributeFpnProposalsOpInferSymbolicShape, DivideOpInferSymbolicShape, Divide_OpInferSymbolicShape,
    DotOpInferSymbolicShape, DropoutOpInferSymbolicShape;
InferSymbolicShapeFn EditDistanceOpInferSymbolicShape, EigOpInferSymbolicShape, EighOpInferSymbolicShape,
    EigvalsOpInferSymbolicShape, EigvalshOpInferSymbolicShape, ElementwisePowOpInferSymbolicShape,
    EluOpInferSymbolicShape, Elu_OpInferSymbolicShape, EmbeddingOpInferSymbolicShape, EmptyOpInferSymbolicShape,
    EmptyLikeOpInferSymbolicShape, EnableCheckModelNanInfOpInferSymbolicShape, EqualOpInferSymbolicShape,
    Equal_OpInferSymbolicShape, EqualAllOpInferSymbolicShape, ErfOpInferSymbolicShape, Erf_OpInferSymbolicShape,
    ErfinvOpInferSymbolicShape, Erfinv_OpInferSymbolicShape, ExpOpInferSymbolicShape, Exp_OpInferSymbolicShape,
    ExpandAsOpInferSymbolicShape, Expm1OpInferSymbolicShape, Expm1_OpInferSymbolicShape,
    Exponential_OpInferSymbolicShape;
InferSymbolicShapeFn FakeChannelWiseDequantizeMaxAbsOpInferSymbolicShape,
    FakeChannelWiseQuantizeAbsMaxOpInferSymbolicShape, FakeChannelWiseQuantizeDequantizeAbsMaxOpInferSymbolicShape,
    FakeDequantizeMaxAbsOpInferSymbolicShape, FakeQuantizeAbsMaxOpInferSymbolicShape,
    FakeQuantizeDequantizeAbsMaxOpInferSymbolicShape, FakeQuantizeDequantizeMovingAverageAbsMaxOpInferSymbolicShape,
    FakeQuantizeDequantizeMovingAverageAbsMax_OpInferSymbolicShape,
    FakeQuantizeMovingAverageAbsMaxOpInferSymbolicShape, FakeQuantizeMovingAverageAbsMax_OpInferSymbolicShape,
    FakeQuantizeRangeAbsMaxOpInferSymbolicShape, FakeQuantizeRangeAbsMax_OpInferSymbolicShape,
    FeedOpInferSymbolicShape, FftC2cOpInferSymbolicShape, FftC2rOpInferSymbolicShape, FftR2cOpInferSymbolicShape,
    FillOpInferSymbolicShape, Fill_OpInferSymbolicShape, FillDiagonalOpInferSymbolicShape,
    FillDiagonal_OpInferSymbolicShape, FillDiagonalTensorOpInferSymbolicShape, FillDiagonalTensor_OpInferSymbolicShape,
    FlashAttnOpInferSymbolicShape, FlattenOpInferSymbolicShape, Flatten_OpInferSymbolicShape, FlipOpInferSymbolicShape,
    FloorOpInferSymbolicShape, Floor_OpInferSymbolicShape, FmaxOpInferSymbolicShape, FminOpInferSymbolicShape,
    FoldOpInferSymbolicShape, FractionalMaxPool2dOpInferSymbolicShape, FractionalMaxPool3dOpInferSymbolicShape,
    FrobeniusNormOpInferSymbolicShape, FullOpInferSymbolicShape, FullBatchSizeLikeOpInferSymbolicShape,
    FullIntArrayOpInferSymbolicShape, FullLikeOpInferSymbolicShape, FullWithTensorOpInferSymbolicShape,
    FusedBatchNormActOpInferSymbolicShape, FusedBatchNormAct_OpInferSymbolicShape,
    FusedBnAddActivationOpInferSymbolicShape, FusedBnAddActivation_OpInferSymbolicShape,
    FusedFeedforwardOpInferSymbolicShape, FusedMultiTransformerOpInferSymbolicShape,
    FusedSoftmaxMaskOpInferSymbolicShape, FusedSoftmaxMaskUpperTriangleOpInferSymbolicShape;
InferSymbolicShapeFn GammainccOpInferSymbolicShape, Gammaincc_OpInferSymbolicShape, GammalnOpInferSymbolicShape,
    Gammaln_OpInferSymbolicShape, GatherOpInferSymbolicShape, GatherNdOpInferSymbolicShape,
    GatherTreeOpInferSymbolicShape, GaussianOpInferSymbolicShape, GaussianInplaceOpInferSymbolicShape,
    GaussianInplace_OpInferSymbolicShape, GeluOpInferSymbolicShape, GenerateProposalsOpInferSymbolicShape,
    GetTensorFromSelectedRowsOpInferSymbolicShape, GraphKhopSamplerOpInferSymbolicShape,
    GraphSampleNeighborsOpInferSymbolicShape, GreaterEqualOpInferSymbolicShape, GreaterEqual_OpInferSymbolicShape,
    GreaterThanOpInferSymbolicShape, GreaterThan_OpInferSymbolicShape, GridSampleOpInferSymbolicShape,
    GroupNormOpInferSymbolicShape, GruOpInferSymbolicShape, GruUnitOpInferSymbolicShape,
    GumbelSoftmaxOpInferSymbolicShape;
InferSymbolicShapeFn HardshrinkOpInferSymbolicShape, HardswishOpInferSymbolicShape, HardtanhOpInferSymbolicShape,
    Hardtanh_OpInferSymbolicShape, HeavisideOpInferSymbolicShape, HistogramOpInferSymbolicShape,
    HsigmoidLossOpInferSymbolicShape, HuberLossOpInferSymbolicShape;
InferSymbolicShapeFn I0OpInferSymbolicShape, I0_OpInferSymbolicShape, I0eOpInferSymbolicShape, I1OpInferSymbolicShape,
    I1eOpInferSymbolicShape, IdentityLossOpInferSymbolicShape, IdentityLoss_OpInferSymbolicShape,
    ImagOpInferSymbolicShape, IndexAddOpInferSymbolicShape, IndexAdd_OpInferSymbolicShape,
    IndexPutOpInferSymbolicShape, IndexPut_OpInferSymbolicShape, IndexSampleOpInferSymbolicShape,
    IndexSelectOpInferSymbolicShape, IndexSelectStridedOpInferSymbolicShape, InverseOpInferSymbolicShape,
    IscloseOpInferSymbolicShape, IsfiniteOpInferSymbolicShape, IsfiniteSrOpInferSymbolicShape,
    IsinfOpInferSymbolicShape, IsinfSrOpInferSymbolicShape, IsnanOpInferSymbolicShape, IsnanSrOpInferSymbolicShape;
InferSymbolicShapeFn KldivLossOpInferSymbolicShape, KronOpInferSymbolicShape, KthvalueOpInferSymbolicShape;
InferSymbolicShapeFn L1NormOpInferSymbolicShape, L1Norm_OpInferSymbolicShape, LabelSmoothOpInferSymbolicShape,
    LayerNormOpInferSymbolicShape, LeakyReluOpInferSymbolicShape, LeakyRelu_OpInferSymbolicShape,
    LerpOpInferSymbolicShape, Lerp_OpInferSymbolicShape, LessEqualOpInferSymbolicShape, LessEqual_OpInferSymbolicShape,
    LessThanOpInferSymbolicShape, LessThan_OpInferSymbolicShape, LgammaOpInferSymbolicShape,
    Lgamma_OpInferSymbolicShape, LinearInterpOpInferSymbolicShape, LinspaceOpInferSymbolicShape,
    LogOpInferSymbolicShape, Log10OpInferSymbolicShape, Log10_OpInferSymbolicShape, Log1pOpInferSymbolicShape,
    Log1p_OpInferSymbolicShape, Log2OpInferSymbolicShape, Log2_OpInferSymbolicShape, Log_OpInferSymbolicShape,
    LogcumsumexpOpInferSymbolicShape, LogicalAndOpInferSymbolicShape, LogicalAnd_OpInferSymbolicShape,
    LogicalNotOpInferSymbolicShape, LogicalNot_OpInferSymbolicShape, LogicalOrOpInferSymbolicShape,
    LogicalOr_OpInferSymbolicShape, LogicalXorOpInferSymbolicShape, LogicalXor_OpInferSymbolicShape,
    LogitOpInferSymbolicShape, Logit_OpInferSymbolicShape, LogLossOpInferSymbolicShape, LogsigmoidOpInferSymbolicShape,
    LogspaceOpInferSymbolicShape, LogsumexpOpInferSymbolicShape, LpPool2dOpInferSymbolicShape, LrnOpInferSymbolicShape,
    LuOpInferSymbolicShape, Lu_OpInferSymbolicShape, LuUnpackOpInferSymbolicShape;
InferSymbolicShapeFn MarginCrossEntropyOpInferSymbolicShape, MaskedMultiheadAttention_OpInferSymbolicShape,
    MaskedSelectOpInferSymbolicShape, MatchMatrixTensorOpInferSymbolicShape, MatmulOpInferSymbolicShape,
    MatrixNmsOpInferSymbolicShape, MatrixPowerOpInferSymbolicShape, MatrixRankOpInferSymbolicShape,
    MaxOpInferSymbolicShape, MaximumOpInferSymbolicShape, MaxoutOpInferSymbolicShape,
    MaxPool2dWithIndexOpInferSymbolicShape, MaxPool3dWithIndexOpInferSymbolicShape, MeanOpInferSymbolicShape,
    MeanAllOpInferSymbolicShape, MemcpyOpInferSymbolicShape, MemoryEfficientAttentionOpInferSymbolicShape,
    MergeSelectedRowsOpInferSymbolicShape, MeshgridOpInferSymbolicShape, MinOpInferSymbolicShape,
    MinimumOpInferSymbolicShape, MishOpInferSymbolicShape, ModeOpInferSymbolicShape,
    MovingAverageAbsMaxScaleOpInferSymbolicShape, MovingAverageAbsMaxScale_OpInferSymbolicShape,
    MulticlassNms3OpInferSymbolicShape, MultiDotOpInferSymbolicShape, MultinomialOpInferSymbolicShape,
    MultiplexOpInferSymbolicShape, MultiplyOpInferSymbolicShape, Multiply_OpInferSymbolicShape,
    MultiplySrOpInferSymbolicShape, MultiplySr_OpInferSymbolicShape, MvOpInferSymbolicShape;
InferSymbolicShapeFn NanmedianOpInferSymbolicShape, NceOpInferSymbolicShape, NearestInterpOpInferSymbolicShape,
    NextafterOpInferSymbolicShape, NllLossOpInferSymbolicShape, NonzeroOpInferSymbolicShape, NormOpInferSymbolicShape,
    NotEqualOpInferSymbolicShape, NotEqual_OpInferSymbolicShape, NpuIdentityOpInferSymbolicShape,
    NumberCountOpInferSymbolicShape, NumelOpInferSymbolicShape;
InferSymbolicShapeFn OneHotOpInferSymbolicShape, OverlapAddOpInferSymbolicShape;
InferSymbolicShapeFn PadOpInferSymbolicShape, Pad3dOpInferSymbolicShape, PartialSumOpInferSymbolicShape,
    PixelShuffleOpInferSymbolicShape, PixelUnshuffleOpInferSymbolicShape, PNormOpInferSymbolicShape,
    PoissonOpInferSymbolicShape, PolygammaOpInferSymbolicShape, Polygamma_OpInferSymbolicShape,
    Pool2dOpInferSymbolicShape, Pool3dOpInferSymbolicShape, PowOpInferSymbolicShape, Pow_OpInferSymbolicShape,
    PreluOpInferSymbolicShape, PrintOpInferSymbolicShape, PriorBoxOpInferSymbolicShape, ProdOpInferSymbolicShape,
    PsroiPoolOpInferSymbolicShape, PutAlongAxisOpInferSymbolicShape, PutAlongAxis_OpInferSymbolicShape,
    PyramidHashOpInferSymbolicShape;
InferSymbolicShapeFn QrOpInferSymbolicShape, QuantizeLinearOpInferSymbolicShape, QuantizeLinear_OpInferSymbolicShape;
InferSymbolicShapeFn RandintOpInferSymbolicShape, RandpermOpInferSymbolicShape, ReadFileOpInferSymbolicShape,
    RealOpInferSymbolicShape, ReciprocalOpInferSymbolicShape, Reciprocal_OpInferSymbolicShape,
    RecvV2OpInferSymbolicShape, ReduceAsOpInferSymbolicShape, ReluOpInferSymbolicShape, Relu6OpInferSymbolicShape,
    Relu_OpInferSymbolicShape, RemainderOpInferSymbolicShape, Remainder_OpInferSymbolicShape,
    RenormOpInferSymbolicShape, Renorm_OpInferSymbolicShape, RepeatInterleaveOpInferSymbolicShape,
    ReshapeOpInferSymbolicShape, Reshape_OpInferSymbolicShape, ReverseOpInferSymbolicShape,
    RmsNormOpInferSymbolicShape, RoiAlignOpInferSymbolicShape, RoiPoolOpInferSymbolicShape, RollOpInferSymbolicShape,
    RoundOpInferSymbolicShape, Round_OpInferSymbolicShape, RreluOpInferSymbolicShape, RsqrtOpInferSymbolicShape,
    Rsqrt_OpInferSymbolicShape;
InferSymbolicShapeFn ScaleOpInferSymbolicShape, Scale_OpInferSymbolicShape, ScaleSrOpInferSymbolicShape,
    ScaleSr_OpInferSymbolicShape, ScatterOpInferSymbolicShape, Scatter_OpInferSymbolicShape,
    ScatterNdAddOpInferSymbolicShape, SearchsortedOpInferSymbolicShape, SeedOpInferSymbolicShape,
    SegmentPoolOpInferSymbolicShape, SeluOpInferSymbolicShape, SequenceConvOpInferSymbolicShape,
    SequenceMaskOpInferSymbolicShape, SequencePoolOpInferSymbolicShape, SetValueOpInferSymbolicShape,
    SetValue_OpInferSymbolicShape, SetValueWithTensorOpInferSymbolicShape, SetValueWithTensor_OpInferSymbolicShape,
    ShadowFeedOpInferSymbolicShape, ShapeOpInferSymbolicShape, ShapeSrOpInferSymbolicShape,
    ShardIndexOpInferSymbolicShape, ShareData_OpInferSymbolicShape, ShuffleChannelOpInferSymbolicShape,
    SigmoidOpInferSymbolicShape, Sigmoid_OpInferSymbolicShape, SigmoidCrossEntropyWithLogitsOpInferSymbolicShape,
    SigmoidCrossEntropyWithLogits_OpInferSymbolicShape, SignOpInferSymbolicShape, SiluOpInferSymbolicShape,
    SinOpInferSymbolicShape, Sin_OpInferSymbolicShape, SinhOpInferSymbolicShape, Sinh_OpInferSymbolicShape,
    SliceOpInferSymbolicShape, SlogdetOpInferSymbolicShape, SoftmaxOpInferSymbolicShape, Softmax_OpInferSymbolicShape,
    SoftplusOpInferSymbolicShape, SoftReluOpInferSymbolicShape, SoftshrinkOpInferSymbolicShape,
    SoftsignOpInferSymbolicShape, SparseAttentionOpInferSymbolicShape, SparseWeightEmbeddingOpInferSymbolicShape,
    SpectralNormOpInferSymbolicShape, SplitOpInferSymbolicShape, SplitWithNumOpInferSymbolicShape,
    SqrtOpInferSymbolicShape, Sqrt_OpInferSymbolicShape, SqrtSrOpInferSymbolicShape, SqrtSr_OpInferSymbolicShape,
    SquareOpInferSymbolicShape, SquaredL2NormOpInferSymbolicShape, SquareSrOpInferSymbolicShape,
    SqueezeOpInferSymbolicShape, Squeeze_OpInferSymbolicShape, StackOpInferSymbolicShape,
    StandardGammaOpInferSymbolicShape, StanhOpInferSymbolicShape, StftOpInferSymbolicShape,
    SubtractOpInferSymbolicShape, Subtract_OpInferSymbolicShape, SumOpInferSymbolicShape, SvdOpInferSymbolicShape,
    SwigluOpInferSymbolicShape, SwishOpInferSymbolicShape;
InferSymbolicShapeFn TakeAlongAxisOpInferSymbolicShape, TanOpInferSymbolicShape, Tan_OpInferSymbolicShape,
    TanhOpInferSymbolicShape, Tanh_OpInferSymbolicShape, TanhShrinkOpInferSymbolicShape, TdmChildOpInferSymbolicShape,
    TdmSamplerOpInferSymbolicShape, TemporalShiftOpInferSymbolicShape, ThresholdedReluOpInferSymbolicShape,
    ThresholdedRelu_OpInferSymbolicShape, TileOpInferSymbolicShape, TopkOpInferSymbolicShape,
    TopPSamplingOpInferSymbolicShape, TraceOpInferSymbolicShape, TransLayoutOpInferSymbolicShape,
    TransposeOpInferSymbolicShape, Transpose_OpInferSymbolicShape, TriangularSolveOpInferSymbolicShape,
    TrilOpInferSymbolicShape, Tril_OpInferSymbolicShape, TrilIndicesOpInferSymbolicShape,
    TrilinearInterpOpInferSymbolicShape, TriuOpInferSymbolicShape, Triu_OpInferSymbolicShape,
    TriuIndicesOpInferSymbolicShape, TruncOpInferSymbolicShape, Trunc_OpInferSymbolicShape,
    TruncatedGaussianRandomOpInferSymbolicShape;
InferSymbolicShapeFn UnbindOpInferSymbolicShape, UnfoldOpInferSymbolicShape, UniformOpInferSymbolicShape,
    UniformInplaceOpInferSymbolicShape, UniformInplace_OpInferSymbolicShape, UniqueOpInferSymbolicShape,
    UniqueConsecutiveOpInferSymbolicShape, UnpoolOpInferSymbolicShape, Unpool3dOpInferSymbolicShape,
    UnsqueezeOpInferSymbolicShape, Unsqueeze_OpInferSymbolicShape, UnstackOpInferSymbolicShape,
    UpdateLossScaling_OpInferSymbolicShape;
InferSymbolicShapeFn ViewDtypeOpInferSymbolicShape, ViewShapeOpInferSymbolicShape, ViterbiDecodeOpInferSymbolicShape;
InferSymbolicShapeFn WarpctcOpInferSymbolicShape, WarprnntOpInferSymbolicShape,
    WeightedSampleNeighborsOpInferSymbolicShape, WeightOnlyLinearOpInferSymbolicShape, WhereOpInferSymbolicShape,
    Where_OpInferSymbolicShape;
InferSymbolicShapeFn YoloBoxOpInferSymbolicShape, YoloBoxHeadOpInferSymbolicShape, YoloBoxPostOpInferSymbolicShape,
    YoloLossOpInferSymbolicShape;

}  // namespace paddle::dialect

namespace cinn::dialect {

using paddle::dialect::InferSymbolicShapeFn;

InferSymbolicShapeFn BroadcastOpInferSymbolicShape, GatherOpInferSymbolicShape, ReduceMaxOpInferSymbolicShape,
    ReduceMinOpInferSymbolicShape, ReduceProdOpInferSymbolicShape, ReduceSumOpInferSymbolicShape,
    ReshapeOpInferSymbolicShape, SliceOpInferSymbolicShape, UniformRandomOpInferSymbolicShape;

}  // namespace cinn::dialect
