// The part of the framework's header that argument mappings need.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace phi {

// A call in which every input is one dense tensor.
class ArgumentMappingContext {
 public:
  bool HasInput(const std::string&) const { return true; }
  size_t InputSize(const std::string&) const { return 1; }
  bool IsDenseTensorInput(const std::string&) const { return true; }
};

struct KernelSignature {
  using Names = std::vector<std::string>;

  KernelSignature(std::string kernel, Names inputs, Names attrs, Names outputs)
      : kernel(std::move(kernel)), inputs(std::move(inputs)), attrs(std::move(attrs)), outputs(std::move(outputs)) {}

  std::string kernel;
  Names inputs, attrs, outputs;
};

using ArgumentMapping = KernelSignature (*)(const ArgumentMappingContext&);

inline std::map<std::string, ArgumentMapping>& Mappings() {
  static std::map<std::string, ArgumentMapping> mappings;
  return mappings;
}

}  // namespace phi

#define PD_REGISTER_ARG_MAPPING_FN(op, mapping) \
  [[maybe_unused]] static const bool mapping_of_##op = phi::Mappings().emplace(#op, mapping).second
