#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "pir/operation.h"

namespace pir {

class OpBase {
 public:
  explicit OpBase(ViewedOperation* = nullptr);
  Operation* operation() const;
  explicit operator bool() const;
  operator Operation*() const;  // NOLINT
  Operation* operator->() const;
  IrContext* ir_context() const;
  uint32_t num_results() const;
  uint32_t num_operands() const;
  const AttributeMap& attributes() const;
  Attribute attribute(const std::string&) const;
  template <typename T>
  T attribute(const std::string&) const;
  Value operand_source(uint32_t) const;
  ResultValue result(uint32_t) const;
  void VerifySig();
  void VerifyRegion();
};

template <typename Trait>
class OpTraitBase : public OpBase {
 public:
  explicit OpTraitBase(ViewedOperation*);
  template <typename Op>
  static constexpr void CheckModel() {}
};

// Each has a function that checks that a class has what the interface calls.
template <typename Interface>
class OpInterfaceBase : public OpBase {
 public:
  explicit OpInterfaceBase(ViewedOperation*);
};

template <typename Concrete, typename... TraitsAndInterfaces>
class Op : public OpBase {
 public:
  using OpBase::OpBase;
  static Concrete dyn_cast(ViewedOperation*);
  static bool classof(const Operation*);

  // Whether the framework can register the class.
  static constexpr bool CanBeRegistered() {
    static_assert(std::is_base_of_v<Op, Concrete> && sizeof(Concrete) == sizeof(OpBase));
    static_assert((std::is_base_of_v<OpBase, TraitsAndInterfaces> && ...));
    static_assert(std::is_convertible_v<decltype(Concrete::name()), std::string>);
    static_assert(std::is_convertible_v<decltype(Concrete::attributes_name), const char* const*>);
    static_assert(std::is_same_v<decltype(Concrete::attributes_num), const uint32_t>);
    static_assert(std::is_void_v<decltype(std::declval<Concrete&>().VerifySig())>);
    static_assert(std::is_void_v<decltype(std::declval<Concrete&>().VerifyRegion())>);
    (TraitsAndInterfaces::template CheckModel<Concrete>(), ...);
    return true;
  }
};

}  // namespace pir
