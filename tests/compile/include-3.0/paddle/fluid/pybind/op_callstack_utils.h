#pragma once

#include <string>

#include "pir/builtin_attribute.h"

class CallStackRecorder {
 public:
  // It keeps the reference.
  explicit CallStackRecorder(const std::string& api);
  explicit CallStackRecorder(std::string&&) = delete;
  void Record();
  void AttachToOps();
};
