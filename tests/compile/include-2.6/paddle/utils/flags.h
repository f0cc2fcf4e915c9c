#pragma once

#include <cstdint>
#include <string>

#define PD_DECLARE_VARIABLE(type, name) \
  namespace paddle_flags {              \
  extern type FLAGS_##name;             \
  }                                     \
  using paddle_flags::FLAGS_##name
#define PD_DECLARE_int32(name) PD_DECLARE_VARIABLE(int32_t, name)
#define PD_DECLARE_string(name) PD_DECLARE_VARIABLE(std::string, name)
