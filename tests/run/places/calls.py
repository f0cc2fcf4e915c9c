"""Creates tensors without and with elements, where the caller says and at an undefined place.

calls.py RESULTS [LIBRARY]: with the functions in the library, or those of the framework.
"""

import ctypes
import sys

import paddle

NAMES = ["full", "empty", "zeros", "tril_indices"]


def call(name, size, place):
    ops = paddle._C_ops
    if name == "full":
        return ops.full([size], 1.0, paddle.float32, place)
    if name == "tril_indices":
        return ops.tril_indices(size, size, 0, paddle.int64, place)
    return getattr(ops, name)([size], paddle.float32, place)


def elements(function, size, undefined):
    """The number of elements, or -1 if the call fails."""
    if len(sys.argv) > 2:
        return ctypes.CDLL(sys.argv[2]).Create(function, size, undefined)
    place = paddle.base.core.Place()
    if not undefined:
        place.set_place(paddle.CPUPlace())
    try:
        tensor = call(NAMES[function], size, place)
    except Exception:
        return -1
    count = 1
    for extent in tensor.shape:
        count *= extent
    return count


with open(sys.argv[1], "w") as results:
    for function, name in enumerate(NAMES):
        for size in (0, 2):
            for undefined in (0, 1):
                count = elements(function, size, undefined)
                place = "undefined" if undefined else "cpu"
                print(name, size, place, "fails" if count < 0 else count, file=results)
