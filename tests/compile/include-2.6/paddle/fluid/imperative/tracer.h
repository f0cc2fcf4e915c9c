#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "paddle/fluid/framework/type_defs.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/place.h"

namespace egr {
class EagerVariable;
}

namespace paddle::imperative {

enum class AmpLevel { O0 = 0, O1, O2, O3, OD };

class Tracer {
 public:
  using Variables = std::map<std::string, std::vector<std::shared_ptr<egr::EagerVariable>>>;
  void TraceOp(
      const std::string& op, const Variables& ins, const Variables& outs, framework::AttributeMap&, const phi::Place&,
      framework::AttributeMap* defaults, bool use_default_attr_map, const std::map<std::string, std::string>& inplace = {});
};

class AutoCastGuard {
 public:
  AutoCastGuard(std::shared_ptr<Tracer>, AmpLevel);
  AutoCastGuard(const AutoCastGuard&) = delete;
  ~AutoCastGuard();
};

}  // namespace paddle::imperative
