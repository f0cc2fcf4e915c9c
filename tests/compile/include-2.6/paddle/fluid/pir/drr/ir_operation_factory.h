#pragma once

#include "pir/drr.h"

namespace pir::drr {

class OperationFactory {
 public:
  void RegisterOperationCreator(const std::string& op, const OperationCreator&);

 private:
  void RegisterPdOpGeneratedOpCreator();
#ifdef PADDLE_WITH_CINN
  void RegisterCinnOpGeneratedOpCreator();
#endif
};

}  // namespace pir::drr
