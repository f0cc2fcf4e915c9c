#!/bin/sh
# Compiles the generated calls of operators against an installed PyTorch, and links them to a library that compare.py loads.
#
#     build.sh PYTHON GENERATED OUT [every]
#
# PYTHON has torch. GENERATED is the output folder of `opgen generate` for the same version. With `every`, the programs that call every
# operator are compiled, too, which takes minutes.
set -eu
python=$1 generated=$2 out=$3 with=${4:-}
here=$(dirname "$0")
torch=$("$python" -c 'import os, torch; print(os.path.dirname(torch.__file__))')
include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
sources="$generated/build/aten/src/ATen"
rm -rf "$out"
mkdir -p "$out/include/ATen"
# Other headers of ATen are those of the installed PyTorch.
cp "$sources"/opgen_*.h "$out/include/ATen"
# The runtime is compiled by itself, and counts the operators that are called.
cat >"$out/runtime.cpp" <<'END_OF_RUNTIME'
#define find_operator find_uncounted_operator
#include <ATen/opgen_call_types.h>
#undef find_operator

#include <atomic>

namespace at::opgen {
namespace {
std::atomic<int> called_operators{0};
} // namespace

const c10::OperatorHandle& find_operator(
    const char* name,
    const char* overload,
    const std::type_info& type,
    const std::type_info& type_without_symint,
    bool has_symint) {
  ++called_operators;
  return find_uncounted_operator(name, overload, type, type_without_symint, has_symint);
}
} // namespace at::opgen

extern "C" int opgen_called_operators() {
  return at::opgen::called_operators;
}
END_OF_RUNTIME
for source in "$sources"/Operators_*.cpp; do
  grep -v opgen_call_types "$source" >"$out/$(basename "$source")"
done
# Operators of the same type are in the same program.
if [ "$with" = every ]; then
  sed -n 's/^struct TORCH_API \(\w*\) {/\1/p; s/^  using schema = //p' "$sources"/ops/*_ops.h | paste - - |
    sort -t "$(printf '\t')" -k 2 | sed 's/\t.*/)/; s/^/OPERATOR(/' | split -l 400 --additional-suffix=.inc - "$out/operators_"
  for list in "$out"/operators_*.inc; do
    printf '#define OPERATORS "%s"\n#include "every_operator.cc"\n' "$(basename "$list")" >"${list%.inc}.cpp"
  done
fi
printf '%s\n' "$out"/*.cpp | xargs -P "$(nproc)" -I{} sh -c '
  source=$1
  shift
  g++ -O0 -std=c++20 -fPIC -DNDEBUG -DAT_PER_OPERATOR_HEADERS -w "$@" -c "$source" -o "${source%.cpp}.o"' sh {} \
  -I"$out/include" -I"$out" -I"$here" -isystem "$torch/include" -isystem "$torch/include/torch/csrc/api/include" -I"$include"
set -- -Wl,-z,lazy -L"$torch/lib" -ltorch_cpu -lc10 -Wl,-rpath,"$torch/lib" -Wl,--allow-shlib-undefined
g++ -shared -o "$out/operators.so" "$out"/Operators_*.o "$out/runtime.o" "$@"
if [ "$with" = every ]; then
  for object in "$out"/operators_*.o; do
    g++ -o "${object%.o}" "$object" "$@"
  done
fi
