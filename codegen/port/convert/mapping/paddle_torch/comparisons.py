"""Comparisons of tensors, and values that replace some of their items."""

from __future__ import annotations

import math
from typing import Any

import paddle

from .dtypes import common_dtype, promoted_dtype
from .tensor import broadcast_together


def comparable(input: paddle.Tensor, other: paddle.Tensor):
    """Two tensors of the same shape and data type."""
    dtype = common_dtype(input.dtype, other.dtype)
    dtype = dtype if str(dtype) in ("paddle.float32", "paddle.float64") else paddle.float64
    return broadcast_together(input.astype(dtype), other.astype(dtype))


def all_close(input: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False):
    """PyTorch's `allclose`: a truth value for tensors whose shapes broadcast. Other objects have such a method."""
    if not paddle.is_tensor(input):
        return input.allclose(other, rtol, atol, equal_nan)
    return bool(items_close(input, other, rtol, atol, equal_nan).all())


def items_close(input: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False):
    """PyTorch's `isclose`: which items of tensors, whose shapes broadcast, are nearly equal."""
    if not paddle.is_tensor(input):
        return input.isclose(other, rtol, atol, equal_nan)
    if input.is_complex() or other.is_complex():
        return (input == other) | (paddle.abs(input - other) <= atol + paddle.abs(rtol * other))
    return paddle.isclose(*comparable(input, other), rtol, atol, equal_nan)


def conjugate_dot(input: paddle.Tensor, other: paddle.Tensor):
    """PyTorch's `vdot`: the dot product with the conjugate of the first vector."""
    return (input.conj() * other).sum() if input.is_complex() else paddle.dot(input, other)


def filled_where(input: Any, mask: paddle.Tensor, value: Any):
    """PyTorch's `masked_fill`, with the gradient of a value that is a tensor."""
    if not paddle.is_tensor(value) or not paddle.is_tensor(input):
        return input.masked_fill(mask, value)
    mask, input = broadcast_together(mask, input)
    return paddle.where(mask.astype("bool"), value.astype(input.dtype).expand(input.shape), input)


def filled_at(input: paddle.Tensor, dim: int, index: paddle.Tensor, value: Any):
    """PyTorch's `index_fill`, with the gradient of a value that is a tensor."""
    if not paddle.is_tensor(value):
        return paddle.index_fill(input, index, dim, value)
    length = input.shape[dim]
    mask = paddle.zeros([length], "int64").put_along_axis((index + length) % length, paddle.ones_like(index), 0) > 0
    shape = [length if axis == dim % input.ndim else 1 for axis in range(input.ndim)]
    return filled_where(input, mask.reshape(shape), value)


def real_part(input: Any):
    """PyTorch's `real`, which returns a real tensor as it is. Arrays and numbers have an attribute of that name."""
    if not paddle.is_tensor(input):
        return input.real
    return paddle.real(input) if input.is_complex() else input


def imaginary_part(input: Any):
    """PyTorch's `imag`. Arrays and numbers have an attribute of that name."""
    return paddle.imag(input) if paddle.is_tensor(input) else input.imag


def log_sum_exp(input: paddle.Tensor, dim, keepdim: bool = False, *, out: paddle.Tensor | None = None):
    """PyTorch's `logsumexp`. Paddle's takes at most four dimensions, and no integers."""
    is_complex = input.is_complex()
    input = input if is_complex or input.is_floating_point() else input.astype(paddle.get_default_dtype())
    if input.ndim <= 4 and not is_complex:
        result = paddle.logsumexp(input, dim, keepdim)
    else:
        largest = (input.real() if is_complex else input).detach().amax(dim, keepdim=True)
        largest = paddle.where(paddle.isinf(largest), paddle.zeros_like(largest), largest)
        result = paddle.log(paddle.exp(input - largest).sum(dim, keepdim=True)) + largest
        result = result if keepdim else result.squeeze(dim)
    return result if out is None else paddle.assign(result, out)


def limited(input: paddle.Tensor, limit: paddle.Tensor, is_beyond: Any) -> paddle.Tensor:
    """Values, or a limit where they are beyond it. The gradient of a value at the limit is that of the value."""
    dtype = promoted_dtype(input, limit)
    input, limit = broadcast_together(input.astype(dtype), limit.astype(dtype))
    return paddle.where(is_beyond(input, limit), limit, input)


def at_least(input: paddle.Tensor, min: Any) -> paddle.Tensor:
    """PyTorch's `clamp_min`: a tensor as the limit has a gradient, too. Without an upper limit, that of Paddle is the
    largest finite number."""
    if paddle.is_tensor(min):
        return limited(input, min, paddle.less_than)
    has_infinity = paddle.is_tensor(input) and input.is_floating_point()
    return paddle.clip(input, min=min, max=math.inf) if has_infinity else input.clip(min=min)


def at_most(input: paddle.Tensor, max: Any) -> paddle.Tensor:
    """PyTorch's `clamp_max`: a tensor as the limit has a gradient, too. Without a lower limit, that of Paddle is the
    smallest finite number."""
    if paddle.is_tensor(max):
        return limited(input, max, paddle.greater_than)
    has_infinity = paddle.is_tensor(input) and input.is_floating_point()
    return paddle.clip(input, min=-math.inf, max=max) if has_infinity else input.clip(max=max)
