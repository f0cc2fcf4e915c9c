"""Reductions whose arguments or results Paddle treats differently."""

from __future__ import annotations

import math
from typing import Any

import paddle

from .tensor import named_values


def reduced_dimensions(dim: Any, axis: Any = None) -> Any:
    """The dimensions of a reduction; `None` stands for all of them, as an empty list does in PyTorch."""
    dim = axis if dim is None else dim
    if isinstance(dim, (tuple, list)):
        return [int(item) for item in dim] or None
    return dim


def place_of_extreme(name: str, input: Any, args: Any, kwargs: Any) -> Any:
    """`argmax` and `argmin`. A tensor without dimensions has none afterwards."""
    if not paddle.is_tensor(input):
        return getattr(input, name)(*args, **kwargs)
    if "keepdims" in kwargs:
        kwargs["keepdim"] = kwargs.pop("keepdims")
    if "dim" in kwargs:
        kwargs["axis"] = kwargs.pop("dim")
    found = getattr(paddle, name)(input, *args, **kwargs)
    return found if input.ndim else found.reshape([])


def tensor_argmax(input: Any, *args, **kwargs):
    """PyTorch's `argmax`, which keeps the dimensions of a tensor that has none."""
    return place_of_extreme("argmax", input, args, kwargs)


def tensor_argmin(input: Any, *args, **kwargs):
    """PyTorch's `argmin`, which keeps the dimensions of a tensor that has none."""
    return place_of_extreme("argmin", input, args, kwargs)


def truth_along(name: str, input: Any, dim: Any, keepdim: bool = False):
    """`all` and `any` along dimensions. Along none of them, they are the truth of each value."""
    if not paddle.is_tensor(input):
        return getattr(input, name)(dim, keepdims=keepdim) if keepdim else getattr(input, name)(dim)
    is_byte = input.dtype == paddle.uint8
    values = input.astype("bool")
    if not isinstance(dim, (tuple, list)) or len(dim):
        values = getattr(paddle, name)(values, dim, keepdim)
    return values.astype("uint8") if is_byte else values


def all_along(input: Any, dim: Any, keepdim: bool = False):
    """PyTorch's `all` along dimensions, of which there may be none."""
    return truth_along("all", input, dim, keepdim)


def any_along(input: Any, dim: Any, keepdim: bool = False):
    """PyTorch's `any` along dimensions, of which there may be none."""
    return truth_along("any", input, dim, keepdim)


def squeezed(input: Any, dim: Any):
    """PyTorch's `squeeze` along dimensions, of which there may be none."""
    is_none = isinstance(dim, (tuple, list)) and not len(dim)
    return input.view(input.shape) if is_none and paddle.is_tensor(input) else input.squeeze(dim)


def spread(name: str, input: Any, args: Any, kwargs: Any) -> Any:
    """`var` and `std` of a tensor. Other objects have such methods."""
    if not paddle.is_tensor(input):
        return getattr(input, name)(*args, **kwargs)
    out = kwargs.pop("out", None)
    variance = variance_of(input, *args, **kwargs)
    result = variance if name == "var" else root_of_variance(variance)
    return result if out is None else paddle.assign(result, out)


def variance_of(
    input: paddle.Tensor,
    dim: Any = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Any = None,
    axis: Any = None,
    keepdims: bool = False,
) -> paddle.Tensor:
    """The variance, which is a real number for complex values, too."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if not input.is_floating_point() and not input.is_complex():
        raise RuntimeError("std and var only support floating point and complex dtypes")
    dim, keepdim = reduced_dimensions(dim, axis), keepdim or keepdims
    correction = correction if correction is not None else 0 if unbiased is False else 1
    difference = input - paddle.mean(input, dim, True)
    is_complex = difference.is_complex()
    squares = difference.real() ** 2 + difference.imag() ** 2 if is_complex else difference * difference
    total = paddle.sum(squares, dim, keepdim=keepdim)
    dims = [] if not input.ndim else range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    return total / max(math.prod(input.shape[d] for d in dims) - correction, 0)


def root_of_variance(variance: paddle.Tensor) -> paddle.Tensor:
    """A standard deviation. Its gradient is zero, not undefined, where all values are the same."""
    if variance.stop_gradient or not paddle.is_grad_enabled():
        return variance.sqrt()
    is_zero = variance == 0
    return paddle.where(is_zero, variance, paddle.where(is_zero, paddle.ones_like(variance), variance).sqrt())


def tensor_std(input: Any, *args, **kwargs):
    """PyTorch's `std`. Its gradient is zero where all values are the same, and it is real for complex values."""
    return spread("std", input, args, kwargs)


def tensor_var(input: Any, *args, **kwargs):
    """PyTorch's `var`, which is real for complex values."""
    return spread("var", input, args, kwargs)


def deviation_and_mean(name: str, input: paddle.Tensor, dim: Any = None, *args, **kwargs):
    """PyTorch's `std_mean` and `var_mean`."""
    spread_of_values = spread(name, input, (dim, *args), dict(kwargs))
    keepdim = args[1] if len(args) > 1 else kwargs.get("keepdim", False)
    dim = reduced_dimensions(None if isinstance(dim, bool) else dim, kwargs.get("axis"))
    return spread_of_values, paddle.mean(input, dim, keepdim)


def functional_normalize(
    input: paddle.Tensor, p: float = 2.0, dim: Any = 1, eps: float = 1e-12, out: paddle.Tensor | None = None
) -> paddle.Tensor:
    """PyTorch's `normalize`, also of a tensor without dimensions."""
    if input.ndim:
        result = paddle.nn.functional.normalize(input, p, dim, eps)
    else:
        result = input / paddle.clip(input.abs(), min=eps)
    return result if out is None else paddle.assign(result, out)


def values_and_indices(find: Any, input: Any, *args, **kwargs):
    """The values that a function of Paddle finds along a dimension, with their indices. Its gradient is wrong for
    tensors without dimensions, so they get one."""
    if not paddle.is_tensor(input):
        return getattr(input, find.__name__)(*args, **kwargs)
    if input.ndim:
        return named_values("values indices", find(input, *args, **kwargs))
    found = find(input.reshape([1]), *args, **kwargs)
    return named_values("values indices", [value.reshape([]) for value in found])


def distinct_neighbours(
    input: Any, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """PyTorch's `unique_consecutive`: the inverse has the shape of the tensor."""
    if not paddle.is_tensor(input):
        return input.unique_consecutive(return_inverse, return_counts, dim)
    found = paddle.unique_consecutive(input, return_inverse, return_counts, dim)
    if not return_inverse or dim is not None:
        return found
    values, inverse, *counts = found
    return (values, inverse.reshape(input.shape), *counts)
