// Prints, for every operator of a program, the kernel and the arguments with which it is called.
#include <cstdio>

#include "paddle/phi/core/compat/op_utils.h"

int main() {
  for (const auto& [op, mapping] : phi::Mappings()) {
    const phi::KernelSignature signature = mapping(phi::ArgumentMappingContext());
    std::printf("%s: %s(", op.c_str(), signature.kernel);
    for (const auto* names : {&signature.inputs, &signature.attrs, &signature.outputs}) {
      for (const char* name : *names) std::printf(" %s", name);
      std::printf(names == &signature.outputs ? " )\n" : ",");
    }
  }
}
