#pragma once

#include <string>
#include <vector>

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/attribute.h"
#include "paddle/phi/core/enforce.h"
#include "pir/builtin_attribute.h"
#include "pir/builtin_type.h"
#include "pir/value.h"

namespace paddle::dialect {

phi::DataType TransToPhiDataType(pir::Type);
pir::Type TransToIrDataType(phi::DataType, pir::IrContext* = nullptr);
pir::Attribute TransToIrAttribute(phi::Scalar, pir::IrContext* = nullptr);
bool IsEmptyValue(const pir::Value&);
std::vector<int64_t> GetInt64Vector(const pir::Attribute&);
void CheckValueDataType(const pir::Value&, const std::string& input, const std::string& op);
void CheckVectorOfValueDataType(const std::vector<pir::Value>&, const std::string& input, const std::string& op);
void CheckDataType(const phi::DataType&, const std::string& dtype_name, const std::string& op);
void CheckDataTypeOrValue(
    const phi::DataType&, const std::string& dtype_name, const pir::Value&, const std::string& value_name,
    const std::string& op);

}  // namespace paddle::dialect
