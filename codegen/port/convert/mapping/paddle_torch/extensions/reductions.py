"""Reductions of truth values, with PyTorch's arguments."""

from __future__ import annotations

import math
from typing import Any

import paddle

from .methods import extend_method


def deviation(name: str):
    """`std` and `var` with `dim`, `correction` and `unbiased` as the only argument."""

    def function(
        input: paddle.Tensor,
        dim=None,
        unbiased: bool = True,
        keepdim: bool = False,
        *,
        correction=None,
        axis: int | None = None,
        x=None,
    ):
        dim = axis if dim is None else dim
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        if correction is None:
            return PADDLE_REDUCTIONS[name](input, dim, unbiased, keepdim)
        count = (
            input.numel()
            if dim is None
            else math.prod(input.shape[d] for d in ([dim] if isinstance(dim, int) else dim))
        )
        variance = PADDLE_REDUCTIONS["var"](input, dim, False, keepdim) * (count / (count - correction))
        return variance if name == "var" else variance.sqrt()

    return function


def of_truth_values(name: str, dtype: Any):
    """A reduction for truth values and other types for which Paddle has no kernel."""

    def function(input: paddle.Tensor, *args, **kwargs):
        if input.dtype not in (paddle.bool, paddle.uint8, paddle.int8, paddle.int16):
            raise NotImplementedError
        result = PADDLE_REDUCTIONS[name](input.astype("int64"), *args, **kwargs)
        return result.astype(input.dtype) if dtype is None else result

    return function


PADDLE_REDUCTIONS = {
    name: getattr(paddle, name) for name in ("std", "var", "amax", "amin", "cumsum", "cumprod", "prod", "sum")
}


def extend_reductions() -> None:
    """Lets reductions take truth values and PyTorch's arguments."""
    extend_method("std", deviation("std"))
    extend_method("var", deviation("var"))
    for name in "amax", "amin":
        extend_method(name, of_truth_values(name, None))
    for name in "cumsum", "cumprod", "prod":
        extend_method(name, of_truth_values(name, "int64"))


extend_reductions()
