#pragma once

#include_next <paddle/phi/infermeta/unary.h>

namespace phi {

void ArgsortInferMeta(const MetaTensor&, int, bool, MetaTensor*, MetaTensor*);
void HistogramInferMeta(const MetaTensor&, int64_t, int, int, MetaTensor*);
void LogicalNotInfermeta(const MetaTensor&, MetaTensor*);
void LogsumexpInferMeta(const MetaTensor&, const std::vector<int64_t>&, bool, bool, MetaTensor*);
void MaxPoolWithIndexInferMeta(
    const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&, bool, bool,
    MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void NanmedianInferMeta(const MetaTensor&, const IntArray&, bool, MetaTensor*, MetaTensor*);
void WeightQuantizeInferMeta(const MetaTensor&, const std::string&, const int32_t, MetaTensor*, MetaTensor*);
void SequenceMaskScalarInferMeta(const MetaTensor&, const Scalar&, int, MetaTensor*);

}  // namespace phi
