#pragma once

#include <memory>

#include "paddle/fluid/prim/utils/static/static_global_utils.h"

namespace paddle::imperative {

enum class AmpLevel { O0 = 0, O1, O2, O3, OD };

class AmpAttrs {
 public:
  AmpLevel GetAmpLevel() const;
};

class AutoCastGuard {
 public:
  AutoCastGuard(std::shared_ptr<AmpAttrs>, AmpLevel);
  AutoCastGuard(const AutoCastGuard&) = delete;
  ~AutoCastGuard();
};

}  // namespace paddle::imperative
