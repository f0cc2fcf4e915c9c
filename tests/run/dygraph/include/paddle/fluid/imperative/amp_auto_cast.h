#pragma once

#include <memory>
#include <unordered_set>

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

 private:
  std::shared_ptr<AmpAttrs> state_;
  AmpLevel level_;
};

}  // namespace paddle::imperative
