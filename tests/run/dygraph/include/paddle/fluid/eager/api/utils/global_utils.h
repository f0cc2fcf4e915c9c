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
  phi::Place GetExpectedPlace() const { return tracer_->ExpectedPlace(); }
  paddle::imperative::AmpLevel GetAMPLevel() const { return tracer_->GetAmpLevel(); }
  bool UseLayoutAutoTune();
  std::string GetPythonStack() { return tracer_->GetPythonStack(); }
  bool HasGrad() const { return tracer_->HasGrad(); }
  void SetHasGrad(bool has_grad) { tracer_->SetHasGrad(has_grad); }
  const std::shared_ptr<paddle::imperative::Tracer>& GetCurrentTracer() { return tracer_; }
  const std::shared_ptr<paddle::imperative::AmpAttrs>& GetCurrentAmpAttrs() {
    return paddle::imperative::GetCurrentAmpAttrs();
  }

 private:
  static thread_local std::shared_ptr<paddle::imperative::Tracer> tracer_;
};

}  // namespace egr
