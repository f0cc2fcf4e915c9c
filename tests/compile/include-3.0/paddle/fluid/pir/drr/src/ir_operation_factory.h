#pragma once

#include "pir/drr.h"

namespace paddle::drr {

class OperationFactory {
 public:
  void RegisterOperationCreator(const std::string& op, const pir::OperationCreator&);

 private:
  void RegisterPdOpGeneratedOpCreator();
#ifdef PADDLE_WITH_CINN
  void RegisterCinnOpGeneratedOpCreator();
#endif
#ifdef PADDLE_WITH_DNNL
  void RegisterOnednnOpGeneratedOpCreator();
#endif
};

}  // namespace paddle::drr
