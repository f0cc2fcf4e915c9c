#!/bin/sh
# Compiles generated kernels for gradients against an installed PyTorch, and links them to a library that compare.py loads.
#
#     build.sh PYTHON GENERATED OUT [nodes | debug]
#
# PYTHON has torch. GENERATED is the output folder of `opgen generate` for the same version. With `nodes`, the nodes of the graph are
# compiled and linked, too, with `ViewFuncs.cpp`, which has their runtime. PyTorch's library hides most functions that they call, so only
# some operators can be compared. With `debug`, the checks that debug builds make around kernels are compiled, for kernel_checks.py.
set -eu
python=$1 generated=$2 out=$3 with=${4:-}
torch=$("$python" -c 'import os, torch; print(os.path.dirname(torch.__file__))')
include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
mkdir -p "$out/include/ATen"
# Other headers of ATen are those of the installed PyTorch.
cp "$generated"/build/aten/src/ATen/opgen_*.h "$out/include/ATen"
cat >"$out/runtime.cpp" <<'END'
#include <ATen/opgen_kernel_types.h>

// PyTorch's library hides this text.
namespace torch::autograd::generated::details {
extern const char* kCudnnDoubleBackwardMsg;
const char* kCudnnDoubleBackwardMsg = "hidden";
} // namespace torch::autograd::generated::details
END
sources="$generated/torch/csrc/autograd/generated"
set -- "$sources"/VariableType_*.cpp "$out/runtime.cpp"
[ "$with" != nodes ] || set -- "$@" "$sources/Functions.cpp" "$sources/ViewFuncs.cpp"
release=-DNDEBUG
[ "$with" != debug ] || release=-UNDEBUG
rm -f "$out"/*.o
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} sh -c '
  source=$1 object=$2/$(basename "${1%.*}").o
  shift 2
  g++ -O0 -std=c++20 -fPIC -w "$@" -c "$source" -o "$object"' sh {} "$out" "$release" \
  -I"$out/include" -I"$generated" -isystem "$torch/include" -isystem "$torch/include/torch/csrc/api/include" -I"$include"
g++ -shared -o "$out/gradients.so" "$out"/*.o -Wl,-z,lazy -L"$torch/lib" -ltorch_cpu -lc10 -Wl,-rpath,"$torch/lib"
