#pragma once

#include <memory>
#include <string>

#include "paddle/fluid/imperative/amp_auto_cast.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/place.h"

namespace paddle::imperative {

class Tracer {
 public:
  phi::Place ExpectedPlace() const { return place_; }
  bool HasGrad() const;
  void SetHasGrad(bool);
  AmpLevel GetAmpLevel() const;
  std::string GetPythonStack();

 private:
  void* engine_;
  void* generator_;
  phi::Place place_;
};

const std::shared_ptr<AmpAttrs>& GetCurrentAmpAttrs();

}  // namespace paddle::imperative
