#pragma once

#include <cstddef>
#include <vector>

#include "paddle/common/ddim.h"
#include "paddle/common/layout.h"
#include "pir/type.h"

namespace pir {

using LoD = std::vector<std::vector<size_t>>;

class VectorType : public Type {
 public:
  using Type::Type;
  static VectorType get(IrContext*, const std::vector<Type>&);
  std::vector<Type> data() const;
  size_t size() const;
  bool empty() const;
  Type operator[](size_t) const;
};

class DenseTensorType : public Type {
 public:
  using Type::Type;
  static DenseTensorType get(
      IrContext*, Type dtype, const common::DDim&, common::DataLayout = common::DataLayout::NCHW, const LoD& = {},
      size_t offset = 0u);
  Type dtype() const;
  const common::DDim& dims() const;
  common::DataLayout data_layout() const;
  const LoD& lod() const;
  size_t offset() const;
};

// A type of an element.
#define OPGEN_TYPE(name)         \
  class name : public Type {     \
   public:                       \
    using Type::Type;            \
    static name get(IrContext*); \
  }

OPGEN_TYPE(BFloat16Type);
OPGEN_TYPE(Float16Type);
OPGEN_TYPE(Float32Type);
OPGEN_TYPE(Float64Type);
OPGEN_TYPE(Int8Type);
OPGEN_TYPE(UInt8Type);
OPGEN_TYPE(Int16Type);
OPGEN_TYPE(Int32Type);
OPGEN_TYPE(Int64Type);
OPGEN_TYPE(BoolType);
OPGEN_TYPE(Complex64Type);
OPGEN_TYPE(Complex128Type);

}  // namespace pir
