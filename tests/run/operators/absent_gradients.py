"""Differentiates some results of an operator whose gradient needs those of all: absent_gradients.py LIBRARY.

The framework itself crashes here. The functions of the library, which is loaded before it, must compute what they compute if the
other results are differentiated, too, and count nothing.
"""
import ctypes
import os
import sys
import zlib  # noqa: F401  (before the framework, whose library has other functions of these names)

import numpy

ctypes.CDLL(sys.argv[1], mode=os.RTLD_LAZY)

import paddle  # noqa: E402  (the generated functions must be found first)


def tensor(values):
    return paddle.to_tensor(numpy.array(values, "float64"), stop_gradient=False)


def triangular_parts(x):
    return paddle.linalg.lu_unpack(*paddle.linalg.lu(x))[1:]


SQUARE = [[2.0, 1.0], [0.5, 3.0]]
CALLS = {
    "broadcast_tensors": (lambda *tensors: paddle.broadcast_tensors(list(tensors)), [[1.0, 2.0]], [[3.0], [4.0]]),
    "eig": (paddle.linalg.eig, SQUARE),
    "lu_unpack": (triangular_parts, SQUARE),
    "meshgrid": (paddle.meshgrid, [1.0, 2.0], [3.0, 4.0, 5.0]),
    "qr": (paddle.linalg.qr, SQUARE),
    "unstack": (lambda x: paddle.unstack(x, 0), SQUARE),
}
for name, (function, *arrays) in CALLS.items():
    inputs = [tensor(array) for array in arrays]
    results = function(*inputs)
    sums = [result.abs().sum() for result in results]
    for at in range(len(sums)):
        alone = paddle.grad(sums[at], inputs, retain_graph=True)
        counted = sum(one if one is sums[at] else one * 0.0 for one in sums)
        expected = paddle.grad(counted, inputs, retain_graph=True)
        for one, other in zip(alone, expected):
            numpy.testing.assert_allclose(one.numpy(), other.numpy(), err_msg=f"{name}, result {at}")
    print(name)
sys.stdout.flush()
# Two copies of some of the framework's globals exist now; a normal exit would destroy them twice.
os._exit(0)
