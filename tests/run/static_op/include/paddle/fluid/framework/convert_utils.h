// Data types and their numbers in programs.
#pragma once

#include "paddle/fluid/framework/framework.pb.h"
#include "paddle/phi/core/utils/data_type.h"

namespace paddle::framework {

inline proto::VarType::Type TransToProtoVarType(phi::DataType type) {
  return static_cast<proto::VarType::Type>(phi::TransToProtoVarType(type));
}

inline proto::VarType::Type ToComplexType(proto::VarType::Type type) {
  return framework::TransToProtoVarType(phi::ToComplexType(phi::TransToPhiDataType(type)));
}

using phi::IsComplexType;

}  // namespace paddle::framework
