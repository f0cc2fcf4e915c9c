#pragma once

#include <iosfwd>
#include <type_traits>

#include "pir/ir_context.h"
#include "pir/type_id.h"

namespace pir {

class TypeStorage;

class Type {
 public:
  Type();
  Type(const TypeStorage*);  // NOLINT
  Type(const Type&);
  Type& operator=(const Type&);
  bool operator==(Type) const;
  bool operator!=(Type) const;
  explicit operator bool() const;
  bool operator!() const;

  template <typename T>
  std::enable_if_t<std::is_base_of_v<Type, T>, bool> isa() const;
  template <typename T>
  std::enable_if_t<std::is_base_of_v<Type, T>, T> dyn_cast() const;
};

std::ostream& operator<<(std::ostream&, Type);

}  // namespace pir
