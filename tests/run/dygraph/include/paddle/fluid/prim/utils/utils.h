#pragma once

#include <string>
#include <unordered_set>

namespace paddle::prim {

class PrimCommonUtils {
 public:
  static bool IsEagerPrimEnabled();
};

class StaticCompositeContext {
 public:
  static StaticCompositeContext& Instance() { return *static_composite_context_; }
  size_t CheckSkipCompOps(const std::string& op) const { return skipped_.count(op); }

 private:
  void* block_;
  void* generator_;
  std::unordered_set<std::string> skipped_;
  static StaticCompositeContext* static_composite_context_;
};

}  // namespace paddle::prim
