#pragma once

#include <memory>
#include <string>

#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/place.h"

namespace paddle::imperative {

enum class AmpLevel { O0 = 0, O1, O2, O3, OD };

class Tracer;

class AutoCastGuard {
 public:
  AutoCastGuard(std::shared_ptr<Tracer>, AmpLevel);
  AutoCastGuard(const AutoCastGuard&) = delete;
  ~AutoCastGuard();
};

}  // namespace paddle::imperative
