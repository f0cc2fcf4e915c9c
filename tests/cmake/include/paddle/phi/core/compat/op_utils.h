// The part of the framework's header that argument mappings need.
#pragma once

#include <functional>
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
  bool IsSelectedRowsInput(const std::string&) const { return false; }
  bool IsSparseCooTensorInput(const std::string&) const { return false; }
  bool IsSparseCsrTensorInput(const std::string&) const { return false; }
};

struct KernelSignature {
  using Names = std::vector<const char*>;

  KernelSignature(const char* kernel, Names inputs, Names attrs, Names outputs)
      : kernel(kernel), inputs(std::move(inputs)), attrs(std::move(attrs)), outputs(std::move(outputs)) {}

  const char* kernel;
  Names inputs, attrs, outputs;
};

using ArgumentMappingFn = std::function<KernelSignature(const ArgumentMappingContext&)>;

inline std::map<std::string, ArgumentMappingFn>& Mappings() {
  static std::map<std::string, ArgumentMappingFn> mappings;
  return mappings;
}

struct BaseKernelNameRegistrar {
  BaseKernelNameRegistrar(const char*, const char*) {}
};

struct ArgumentMappingFnRegistrar {
  ArgumentMappingFnRegistrar(const char* op, ArgumentMappingFn mapping) { Mappings().emplace(op, std::move(mapping)); }
};

}  // namespace phi
