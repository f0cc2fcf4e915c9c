"""A kernel that throws raises an exception with the operator's name: refusals.py PACKAGE FRAMEWORK"""

import importlib
import sys
import zlib  # noqa: F401  Paddle 2.6 has another zlib, so Python's is loaded first.

framework = importlib.import_module(sys.argv[2])
package = importlib.import_module(sys.argv[1])

tensor = framework.ones([2, 3])
assert (package.repeated(tensor, times=2) == 2).all()
for times, reason in [(0, "`times` must be positive"), (10, "an exception without a message")]:
    try:
        package.repeated(tensor, times=times)
    except Exception as error:
        assert f"{sys.argv[1]}.repeated: " in str(error) and reason in str(error), error
    else:
        sys.exit(f"{times} was not refused")
# The process goes on.
assert (package.repeated(tensor, times=3) == 3).all()
