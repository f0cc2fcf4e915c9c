"""The time of a call through `jax.jit`, compared with a handler that is written by hand: overhead_jax.py PACKAGE

PACKAGE is an installed package that `opgen new` has made.
"""

import ctypes
import importlib
import os
import subprocess
import sys
import tempfile
import time

import jax
import jax.numpy as jnp
import jaxlib

try:
    import jax.ffi as ffi
except ImportError:
    import jax.extend.ffi as ffi

HANDLER = r"""
#include <cmath>
#include <xla/ffi/api/ffi.h>
namespace ffi = xla::ffi;
using Array = ffi::Buffer<ffi::F32>;
static ffi::Error run(Array x, Array y, ffi::Result<Array> out) {
  const size_t count = x.element_count();
  for (size_t i = 0; i < count; ++i) out->typed_data()[i] = x.typed_data()[i] / (1 + std::exp(-x.typed_data()[i])) * y.typed_data()[i];
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(by_hand, run, ffi::Ffi::Bind().Arg<Array>().Arg<Array>().Ret<Array>());
"""


def by_hand():
    folder = tempfile.mkdtemp()
    source, library = os.path.join(folder, "hand.cc"), os.path.join(folder, "hand.so")
    with open(source, "w") as file:
        file.write(HANDLER)
    headers = os.path.join(os.path.dirname(jaxlib.__file__), "include")
    subprocess.run(["g++", "-O2", "-std=c++17", "-fPIC", "-shared", "-isystem", headers, source, "-o", library], check=True)
    ffi.register_ffi_target("by_hand", ffi.pycapsule(ctypes.CDLL(library).by_hand), platform="cpu")
    return lambda x, y: ffi.ffi_call("by_hand", jax.ShapeDtypeStruct(x.shape, x.dtype), vmap_method="broadcast_all")(x, y)


def seconds(function, *arrays, calls=1000):
    start = time.process_time()
    for _ in range(calls):
        result = function(*arrays)
    result.block_until_ready()
    return (time.process_time() - start) / calls


x = jnp.ones(8)
functions = [jax.jit(by_hand()), jax.jit(importlib.import_module(sys.argv[1]).swiglu)]
# Alternately, so that both see the same machine.
rounds = [[seconds(function, x, x) for function in functions] for _ in range(100)]
hand, generated = (min(times) for times in zip(*rounds))
print(f"by hand {hand * 1e6:.2f} us, generated {generated * 1e6:.2f} us: {generated / hand:.3f}")
