#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/utils/optional.h"

namespace phi {

void ArangeInferMeta(const Scalar&, const Scalar&, const Scalar&, DataType, MetaTensor*);
void AssignValueInferMeta(const std::vector<int>&, DataType, MetaTensor*);
void CreateVecShapeInferMeta(const std::vector<int64_t>&, DataType, MetaTensor*);
void DataInferMeta(const std::string&, const phi::IntArray&, phi::DataType, MetaTensor*);
void EyeInferMeta(const Scalar&, const Scalar&, DataType, MetaTensor*, MetaConfig = MetaConfig());
void GaussianInferMeta(const IntArray&, float, float, int, DataType, MetaTensor*);
void RandpermInferMeta(int, DataType, MetaTensor*);
void RandintInferMeta(int, int, const IntArray&, DataType, MetaTensor*);
void PRecvInferMeta(int, DataType, MetaTensor*);
void PRecvArrayInferMeta(int, DataType, const std::vector<int>&, MetaTensor*);
void UniformRandomInferMeta(const IntArray&, DataType, MetaTensor*);
void TrilIndicesInferMeta(int, int, int, DataType, MetaTensor*);
void TriuIndicesInferMeta(int, int, int, DataType, MetaTensor*);
void ReadFileInferMeta(const std::string&, MetaTensor*);
void RecvV2InferMeta(int, bool, int, const std::vector<int>&, DataType, MetaTensor*);
void SeedInferMeta(int, MetaTensor*);

}  // namespace phi
