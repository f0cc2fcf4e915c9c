// PIR's core, which the releases of the framework have at different paths.
#pragma once

namespace pir {

class TypeId {};

namespace detail {

class UniqueingId {
 public:
  UniqueingId();
  UniqueingId(const UniqueingId&) = delete;
};

template <typename T>
class TypeIdResolver;

}  // namespace detail
}  // namespace pir

#define IR_DECLARE_EXPLICIT_TYPE_ID(...) \
  namespace pir::detail {                \
  template <>                            \
  class TypeIdResolver<__VA_ARGS__> {    \
   public:                               \
    static UniqueingId id_;              \
  };                                     \
  }

// The framework registers operations elsewhere, where it needs what is asserted.
#define IR_DEFINE_EXPLICIT_TYPE_ID(...)              \
  namespace pir::detail {                            \
  UniqueingId TypeIdResolver<__VA_ARGS__>::id_ = {}; \
  static_assert(__VA_ARGS__::CanBeRegistered());     \
  }
