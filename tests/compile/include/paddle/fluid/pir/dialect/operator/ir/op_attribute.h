#pragma once

#include "differences.h"
#include "paddle/fluid/pir/dialect/operator/utils/utils.h"
#include "paddle/phi/common/place.h"
#include "pir/builtin_attribute.h"

namespace paddle::dialect {

class IntArrayAttribute : public pir::Attribute {
 public:
  using Attribute::Attribute;
  static IntArrayAttribute get(pir::IrContext*, const phi::IntArray&);
  const phi::IntArray& data() const;
};

class ScalarAttribute : public pir::Attribute {
 public:
  using Attribute::Attribute;
  static pir::Attribute get(pir::IrContext*, phi::Scalar);
  phi::Scalar data() OPGEN_CONST_IN_3_0;
};

class DataTypeAttribute : public pir::Attribute {
 public:
  using Attribute::Attribute;
  static DataTypeAttribute get(pir::IrContext*, const phi::DataType&);
  phi::DataType data() const;
};

class PlaceAttribute : public pir::Attribute {
 public:
  using Attribute::Attribute;
  static PlaceAttribute get(pir::IrContext*, const phi::Place&);
  phi::Place data() const;
};

class DataLayoutAttribute : public pir::Attribute {
 public:
  using Attribute::Attribute;
  static DataLayoutAttribute get(pir::IrContext*, const phi::DataLayout&);
  phi::DataLayout data() const;
};

}  // namespace paddle::dialect
