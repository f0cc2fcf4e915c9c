#pragma once

#include "paddle/phi/common/data_type.h"

namespace phi::dtype {

DataType ToReal(DataType);
DataType ToComplex(DataType);

}  // namespace phi::dtype
