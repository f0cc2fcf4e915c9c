#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/phi/common/data_type.h"
#include "pir/attribute.h"
#include "pir/type.h"

namespace pir {

// An attribute of one value.
#define OPGEN_ATTRIBUTE(name, type)           \
  class name : public Attribute {             \
   public:                                    \
    using Attribute::Attribute;               \
    static name get(IrContext*, const type&); \
    static TypeId type_id();                  \
    type data() const;                        \
  }

OPGEN_ATTRIBUTE(BoolAttribute, bool);
OPGEN_ATTRIBUTE(FloatAttribute, float);
OPGEN_ATTRIBUTE(DoubleAttribute, double);
OPGEN_ATTRIBUTE(Int32Attribute, int32_t);
OPGEN_ATTRIBUTE(IndexAttribute, int64_t);
OPGEN_ATTRIBUTE(Int64Attribute, int64_t);
OPGEN_ATTRIBUTE(TypeAttribute, Type);

class StrAttribute : public Attribute {
 public:
  using Attribute::Attribute;
  static StrAttribute get(IrContext*, const std::string&);
  std::string AsString() const;
  size_t size() const;
};

class ArrayAttribute : public Attribute {
 public:
  using Attribute::Attribute;
  static ArrayAttribute get(IrContext*, const std::vector<Attribute>&);
  std::vector<Attribute> AsVector() const;
  size_t size() const;
  bool empty() const;
  Attribute at(size_t) const;
};

}  // namespace pir
