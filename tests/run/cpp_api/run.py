"""Loads the library of generated functions before the framework and lets it run: run.py LIBRARY RESULTS."""
import ctypes
import os
import sys

library = ctypes.CDLL(sys.argv[1], mode=os.RTLD_LAZY)
library.opgen_run.restype = ctypes.c_char_p

import paddle  # noqa: E402  (the generated functions must be found first; importing it sets up its devices)

problem = library.opgen_run(sys.argv[2].encode())
if problem:
    print(problem.decode(), file=sys.stderr)
sys.stdout.flush()
sys.stderr.flush()
# Two copies of some of the framework's globals exist now; a normal exit would destroy them twice.
os._exit(1 if problem else 0)
