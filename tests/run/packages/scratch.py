"""Kernels with scratch memory: scratch.py PACKAGE FRAMEWORK"""

import importlib
import sys
import zlib  # noqa: F401  Paddle 2.6 has another zlib, so Python's is loaded first.

import numpy as np

name, framework = sys.argv[1:]
module = importlib.import_module(framework)
package = importlib.import_module(name)
new = {"paddle": lambda array: module.to_tensor(array), "torch": lambda array: module.from_numpy(array), "jax": lambda array: module.numpy.asarray(array)}[framework]


def array(tensor):
    return np.asarray(tensor if framework == "jax" else tensor.numpy())


def refuses(count, reason):
    try:
        array(package.scratched(x, count))
    except Exception as error:
        assert f"{name}.scratched: " in str(error) and reason in str(error), error
    else:
        sys.exit(f"{count} elements were not refused")


# The example of the page. Paddle before 3.3 refuses results without elements.
for shape in [(5,), (4, 7), (2, 3, 1), (3, 2, 6), *([] if framework == "paddle" else [(0, 3)])]:
    rows = np.random.RandomState(0).rand(*shape).astype("float32")
    expected = np.sort(rows, -1)[..., shape[-1] // 2]
    np.testing.assert_array_equal(array(package.row_medians(new(rows))), expected)

x = new(np.ones(3, "float32"))
for count, times in [(1, 1), (3, 100), (63, 7), (100_000, 5)]:
    assert array(package.scratched(x, count, times)).tolist() == [True, False, True], (count, times)
assert array(package.scratched(x, 0, 3)).tolist() == [True, True, True]
refuses(-1, "scratch memory cannot have -1 elements")
refuses(-(2**63), "scratch memory cannot have -9223372036854775808 elements")
for count in (2**61, 2**62, 2**63 - 1):
    refuses(count, f"scratch memory cannot have {count} elements")
# More than any machine has.
for count in (2**61 - 1, 2**50):
    refuses(count, "")
# Later calls work.
assert array(package.scratched(x, 10)).tolist() == [True, False, True]
