"""Initialisation of parameters."""

from __future__ import annotations

import math
from typing import Any

import paddle


@paddle.no_grad()
def init_with(tensor, value):
    """Writes a value into a tensor, and returns the tensor."""
    paddle.assign(value.astype(tensor.dtype).reshape(tensor.shape), tensor)
    return tensor


def init_constant(tensor, val):
    """Sets all items to one value."""
    return init_with(tensor, paddle.full(tensor.shape, val, tensor.dtype))


def init_fans(tensor):
    """The numbers of inputs and outputs of a weight, whose first dimension are the outputs."""
    if tensor.ndim < 2:
        raise ValueError("fans need a tensor with two dimensions or more")
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def init_gain(nonlinearity: str, param=None):
    """The factor by which the deviation must grow to compensate for an activation."""
    gains = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2.0 / (1 + slope * slope))
    linear = ["linear", "sigmoid"] + [f"conv{kind}{n}d" for kind in ("", "_transpose") for n in (1, 2, 3)]
    if nonlinearity not in gains and nonlinearity not in linear:
        raise ValueError(f"unsupported nonlinearity {nonlinearity}")
    return gains.get(nonlinearity, 1)


def init_deviation(tensor, a, mode: str, nonlinearity: str):
    """The standard deviation that preserves the variance in the forward or backward pass."""
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"mode {mode} is not supported")
    return init_gain(nonlinearity, a) / math.sqrt(init_fans(tensor)[mode == "fan_out"])


def init_dirac(tensor, groups: int = 1):
    """Makes a convolution return its input."""
    value = paddle.zeros(tensor.shape, tensor.dtype)
    middle = [size // 2 for size in tensor.shape[2:]]
    outputs = tensor.shape[0] // groups
    for group in range(groups):
        for item in range(min(outputs, tensor.shape[1])):
            index = (group * outputs + item, item, *middle)
            value[index] = 1.0
    return init_with(tensor, value)


def init_eye(tensor):
    """Makes a matrix the identity."""
    if tensor.ndim != 2:
        raise ValueError("only tensors with two dimensions are supported")
    return init_with(tensor, paddle.eye(*tensor.shape))


def init_normal(tensor, mean: float = 0.0, std: float = 1.0, generator: Any = None):
    """Draws the items from a normal distribution."""
    return init_with(tensor, paddle.randn(tensor.shape) * std + mean)


def init_kaiming_normal(tensor, a=0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None):
    """Draws the items from a normal distribution, so that the variance is preserved in one direction."""
    if 0 in tensor.shape:
        return tensor
    return init_normal(tensor, 0.0, init_deviation(tensor, a, mode, nonlinearity))


def init_uniform(tensor, a=0.0, b=1.0, generator: Any = None):
    """Draws the items from a uniform distribution between two numbers."""
    return init_with(tensor, paddle.uniform(tensor.shape, min=float(a), max=float(b)))


def init_kaiming_uniform(tensor, a=0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None):
    """Draws the items from a uniform distribution, so that the variance is preserved in one direction."""
    if 0 in tensor.shape:
        return tensor
    bound = math.sqrt(3.0) * init_deviation(tensor, a, mode, nonlinearity)
    return init_uniform(tensor, -bound, bound)


def init_ones(tensor):
    """Sets all items to one."""
    return init_constant(tensor, 1.0)


def init_orthogonal(tensor, gain: float = 1, generator: Any = None):
    """Makes a matrix orthogonal; further dimensions count as columns."""
    if tensor.ndim < 2:
        raise ValueError("only tensors with two dimensions or more are supported")
    rows, columns = tensor.shape[0], tensor.size // tensor.shape[0]
    flat = paddle.randn([max(rows, columns), min(rows, columns)])
    q, r = paddle.linalg.qr(flat)
    q = q * paddle.sign(paddle.diag(r))
    return init_with(tensor, (q.t() if rows < columns else q) * gain)


def init_sparse(tensor, sparsity: float, std: float = 0.01, generator: Any = None):
    """Draws a matrix from a normal distribution and clears a share of each column."""
    rows, columns = tensor.shape
    value = paddle.randn([rows, columns]) * std
    count = math.ceil(sparsity * rows)
    kept = paddle.stack([paddle.randperm(rows) >= count for _ in range(columns)], 1)
    return init_with(tensor, value * kept.astype(value.dtype))


def init_trunc_normal(tensor, mean: float = 0.0, std: float = 1.0, a=-2.0, b=2.0, generator: Any = None):
    """Draws the items from a normal distribution, but only between `a` and `b`."""
    low, high = (math.erf((bound - mean) / (std * math.sqrt(2))) for bound in (a, b))
    value = paddle.erfinv(paddle.uniform(tensor.shape, "float64", low, high)) * (std * math.sqrt(2)) + mean
    return init_with(tensor, value.clip(a, b))


def init_uniform_by_fan_in(fan_in, *parameters) -> None:
    """Draws parameters from the initial range of PyTorch's layers."""
    bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
    for parameter in parameters:
        if parameter is not None:
            paddle.nn.initializer.Uniform(-bound, bound)(parameter)


def init_xavier_normal(tensor, gain: float = 1.0, generator: Any = None):
    """Draws the items from a normal distribution, so that the variance is preserved in both directions."""
    return init_normal(tensor, 0.0, gain * math.sqrt(2.0 / sum(init_fans(tensor))))


def init_xavier_uniform(tensor, gain: float = 1.0, generator: Any = None):
    """Draws the items from a uniform distribution, so that the variance is preserved in both directions."""
    bound = gain * math.sqrt(6.0 / sum(init_fans(tensor)))
    return init_uniform(tensor, -bound, bound)


def init_zeros(tensor):
    """Sets all items to zero."""
    return init_constant(tensor, 0.0)
