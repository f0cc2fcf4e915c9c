#pragma once

#include <cstdint>
#include <string>

#define COMMON_DECLARE_VARIABLE(type, name) \
  namespace paddle_flags {                  \
  extern type FLAGS_##name;                 \
  }                                         \
  using paddle_flags::FLAGS_##name
#define COMMON_DECLARE_bool(name) COMMON_DECLARE_VARIABLE(bool, name)
#define COMMON_DECLARE_int32(name) COMMON_DECLARE_VARIABLE(int32_t, name)
#define COMMON_DECLARE_string(name) COMMON_DECLARE_VARIABLE(std::string, name)
