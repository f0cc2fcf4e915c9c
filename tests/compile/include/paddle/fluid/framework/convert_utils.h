#pragma once

#include "paddle/common/layout.h"
#include "paddle/fluid/framework/framework.pb.h"
#include "paddle/phi/common/data_type.h"

namespace paddle::framework {

proto::VarType::Type TransToProtoVarType(const phi::DataType&);
phi::DataType TransToPhiDataType(const int& data_type);
proto::VarType::Type ToComplexType(proto::VarType::Type);
proto::VarType::Type ToRealType(proto::VarType::Type);
bool IsComplexType(const proto::VarType::Type&);
bool IsComplexType(const phi::DataType&);

}  // namespace paddle::framework
