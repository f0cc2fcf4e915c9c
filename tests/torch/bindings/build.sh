#!/bin/sh
# Compiles generated bindings against an installed PyTorch, and links them to a module that compare.py loads.
#
#     build.sh PYTHON GENERATED OUT
#
# PYTHON has torch. GENERATED is the folder with `torch/csrc/autograd/generated`.
set -eu
python=$1 generated=$2 out=$3
here=$(cd "$(dirname "$0")" && pwd)
torch=$("$python" -c 'import os, torch; print(os.path.dirname(torch.__file__))')
include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
mkdir -p "$out"
rm -f "$out"/*.o
# Without the classes of gradients, which have no functions for users.
printf '%s\n' "$generated"/torch/csrc/autograd/generated/python_*.cpp "$here/host.cc" | grep -v python_functions_ |
  xargs -P "$(nproc)" -I{} sh -c '
    source=$1 object=$2/$(basename "${1%.*}").o
    shift 2
    g++ -O0 -std=c++20 -fPIC -DNDEBUG -DAT_PER_OPERATOR_HEADERS -DFMT_HEADER_ONLY -w "$@" -c "$source" -o "$object"' sh {} "$out" \
    -I"$generated" -isystem "$torch/include" -isystem "$torch/include/torch/csrc/api/include" -I"$include"
g++ -shared -o "$out/generated_bindings.so" "$out"/*.o -Wl,-z,lazy -L"$torch/lib" -ltorch_python -ltorch_cpu -ltorch -lc10 \
  -Wl,-rpath,"$torch/lib"
