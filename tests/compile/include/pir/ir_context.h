#pragma once

#include <string>

namespace pir {

class OpInfo;

class IrContext {
 public:
  static IrContext* Instance();
  OpInfo GetRegisteredOpInfo(const std::string& name);
};

}  // namespace pir
