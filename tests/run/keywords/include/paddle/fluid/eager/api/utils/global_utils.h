#pragma once

namespace egr {

// As far as it says which mode Python is in.
class Controller {
 public:
  static Controller& Instance();
  const void* GetCurrentTracer();
};

}  // namespace egr
