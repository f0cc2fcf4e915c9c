#pragma once

#include <memory>
#include <string>

#include "paddle/fluid/eager/type_defs.h"
#include "paddle/fluid/imperative/tracer.h"
#include "paddle/phi/api/include/tensor.h"
#include "paddle/utils/small_vector.h"
#include "paddle/utils/test_macros.h"

namespace egr {

class Controller {
 public:
  static Controller& Instance();
  paddle::Place GetExpectedPlace() const;
  paddle::imperative::AmpLevel GetAMPLevel() const;
  void SetAMPLevel(paddle::imperative::AmpLevel);
  bool UseLayoutAutoTune();
  std::string GetPythonStack();
  bool HasGrad() const;
  void SetHasGrad(bool);
  const std::shared_ptr<paddle::imperative::Tracer>& GetCurrentTracer();
};

}  // namespace egr
