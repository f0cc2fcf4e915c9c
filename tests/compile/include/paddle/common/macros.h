#pragma once

#include <type_traits>

// A type of this name can be told from one in the global namespace.
#define PD_STATIC_ASSERT_GLOBAL_NAMESPACE(name, message) \
  struct OpgenGlobalCheck_##name {};                     \
  static_assert(std::is_same_v<::OpgenGlobalCheck_##name, OpgenGlobalCheck_##name>, message)

#define DISABLE_COPY_AND_ASSIGN(name)    \
 private:                                \
  name(const name&) = delete;            \
  name(name&&) = delete;                 \
  name& operator=(const name&) = delete; \
  name& operator=(name&&) = delete
