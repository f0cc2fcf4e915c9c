"""Writes what the framework tells about backward passes: backward_passes.py RESULTS [LIBRARY].

The functions of the library, which is loaded before the framework, take the place of the framework's.
"""
import ctypes
import os
import re
import sys
import tempfile
import zlib  # noqa: F401  (before the framework, whose library has other functions of these names)
from pathlib import Path

if len(sys.argv) > 2:
    ctypes.CDLL(sys.argv[2], mode=os.RTLD_LAZY)

import paddle  # noqa: E402  (the generated functions must be found first)

lines = []


def made_here(level):
    paddle.set_flags({"FLAGS_call_stack_level": level})
    x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]], stop_gradient=False)
    return paddle.tanh(paddle.matmul(x, x))


for level in (1, 2, 3):
    result = made_here(level)
    result.backward()
    try:
        result.backward()
    except (RuntimeError, SystemError) as error:
        text = str(error)
        lines.append(f"level {level}: {type(error).__name__}, {'Forward Traceback' in text}, {'made_here' in text}")

if hasattr(paddle.utils, "capture_backward_subgraph_guard"):
    folder = tempfile.mkdtemp()
    with paddle.utils.capture_backward_subgraph_guard(folder):
        inside = made_here(3)
    (inside * inside).sum().backward()
    # Names begin with the date and the time.
    for path in sorted(Path(folder).iterdir()):
        lines.append(path.name.split("_", 2)[2])
        # Nodes have no order of their own.
        lines.extend(sorted(re.sub(r"0x[0-9a-f]+|node_\d+", "?", path.read_text()).splitlines()))

with open(sys.argv[1], "w") as results:
    results.write("\n".join(lines) + "\n")
sys.stdout.flush()
# Two copies of some of the framework's globals may exist now; a normal exit would destroy them twice.
os._exit(0)
