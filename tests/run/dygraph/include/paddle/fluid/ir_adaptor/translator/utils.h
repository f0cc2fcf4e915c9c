// The names of an operation's inputs and outputs in another dialect. Files for PIR only take copies of it.
#pragma once

#include <string>
#include <vector>

namespace paddle::dialect {

struct PdOpSig {
  std::string name;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;

  PdOpSig() = default;
  PdOpSig(const std::string& name, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs)
      : name(name), inputs(inputs), outputs(outputs) {}
};

}  // namespace paddle::dialect
