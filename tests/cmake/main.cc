// Prints, for every operator of a program, the kernel and the arguments with which it is called.
#include <cstdio>

#include "paddle/phi/core/compat/op_utils.h"

int main() {
  for (const auto& [op, mapping] : phi::Mappings()) {
    const phi::KernelSignature signature = mapping(phi::ArgumentMappingContext());
    std::printf("%s: %s(", op.c_str(), signature.kernel.c_str());
    for (const auto* names : {&signature.inputs, &signature.attrs, &signature.outputs}) {
      for (const auto& name : *names) std::printf(" %s", name.c_str());
      std::printf(names == &signature.outputs ? " )\n" : ",");
    }
  }
}
