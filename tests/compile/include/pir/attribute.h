#pragma once

#include <iosfwd>
#include <type_traits>

#include "pir/ir_context.h"
#include "pir/type_id.h"

namespace pir {

class AttributeStorage;

class Attribute {
 public:
  Attribute();
  Attribute(const AttributeStorage*);  // NOLINT
  Attribute(const Attribute&);
  Attribute& operator=(const Attribute&);
  bool operator==(Attribute) const;
  bool operator!=(Attribute) const;
  explicit operator bool() const;
  bool operator!() const;

  template <typename T>
  std::enable_if_t<std::is_base_of_v<Attribute, T>, bool> isa() const;
  template <typename T>
  std::enable_if_t<std::is_base_of_v<Attribute, T>, T> dyn_cast() const;
};

std::ostream& operator<<(std::ostream&, Attribute);

}  // namespace pir
