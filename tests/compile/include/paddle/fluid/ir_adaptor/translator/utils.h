#pragma once

#include <string>
#include <vector>

namespace paddle::dialect {

// `tests/run` makes copies of it.
struct PdOpSig {
  std::string name;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;

  PdOpSig() = default;
  PdOpSig(const std::string& name, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs)
      : name(name), inputs(inputs), outputs(outputs) {}
};

}  // namespace paddle::dialect
