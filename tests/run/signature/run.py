"""Loads the library of argument mappings together with the framework and compares them: run.py LIBRARY REPORT."""
import ctypes
import sys

import paddle  # noqa: F401  (registers the framework's own mappings)

library = ctypes.CDLL(sys.argv[1])
library.opgen_compare.restype = ctypes.c_bool
if not library.opgen_compare(sys.argv[2].encode()):
    sys.exit(f"{sys.argv[2]} cannot be written")
