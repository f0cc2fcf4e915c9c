#pragma once

#include <string>
#include <vector>

#include "pir/operation.h"

namespace paddle::dialect {

struct PdOpSig {
  std::string name;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;

  PdOpSig();
  PdOpSig(const PdOpSig&);
  PdOpSig(const std::string& name, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs);
};

}  // namespace paddle::dialect
