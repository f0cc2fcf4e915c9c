#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include "differences.h"
#include "pir/attribute.h"
#include "pir/type.h"

namespace pir {

class Operation;

namespace detail {
class ValueImpl;
class OpResultImpl;
}  // namespace detail

class Value {
 public:
  Value(std::nullptr_t = nullptr);  // NOLINT
  Value(detail::ValueImpl*);        // NOLINT
  Value(const Value&);
  Value& operator=(const Value&);
  bool operator==(const Value&) const;
  bool operator!=(const Value&) const;
  bool operator!() const;
  bool operator<(const Value&) const;
  explicit operator bool() const;

  template <typename T>
  std::enable_if_t<std::is_base_of_v<Value, T>, bool> isa() const;
  template <typename T>
  std::enable_if_t<std::is_base_of_v<Value, T>, T> dyn_cast() const;

  Type type() const;
  void set_type(Type);
  Operation* defining_op() const;
  template <typename T>
  T defining_op() const;
  bool use_empty() const;
  detail::ValueImpl* impl() const;
  Attribute attribute(const std::string&) const;
  void set_attribute(const std::string&, Attribute);
};

}  // namespace pir
