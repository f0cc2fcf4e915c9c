"""Reductions of truth values, with PyTorch's arguments."""

from __future__ import annotations

from typing import Any

import paddle

from .methods import extend_method


def of_truth_values(name: str, dtype: Any):
    """A reduction for truth values and other types for which Paddle has no kernel."""

    def function(input: paddle.Tensor, *args, **kwargs):
        if input.dtype not in (paddle.bool, paddle.uint8, paddle.int8, paddle.int16):
            raise NotImplementedError
        result = PADDLE_REDUCTIONS[name](input.astype("int64"), *args, **kwargs)
        return result.astype(input.dtype) if dtype is None else result

    return function


def of_mask(name: str):
    """`all` and `any` of a mask of small integers, for which Paddle has no kernel. That of `uint8` is `uint8`."""

    def function(input: paddle.Tensor, *args, **kwargs):
        result = PADDLE_REDUCTIONS[name](input.astype("bool"), *args, **kwargs)
        return result.astype("uint8") if input.dtype == paddle.uint8 else result

    return function


PADDLE_REDUCTIONS = {
    name: getattr(paddle, name) for name in ("amax", "amin", "cumsum", "cumprod", "prod", "sum", "all", "any")
}


def rejected(*args, **kwargs):
    """Leaves the error of Paddle."""
    raise NotImplementedError


def extend_reductions() -> None:
    """Lets reductions take truth values and PyTorch's arguments."""
    for name in "sum", "mean", "argmax", "argmin":
        extend_method(name, rejected)
    for name in "all", "any":
        extend_method(name, of_mask(name))
    for name in "amax", "amin":
        extend_method(name, of_truth_values(name, None))
    for name in "cumsum", "cumprod", "prod":
        extend_method(name, of_truth_values(name, "int64"))


extend_reductions()
