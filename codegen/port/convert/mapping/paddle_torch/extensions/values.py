"""Element-wise functions."""

from __future__ import annotations

from typing import Any

import paddle

from ..comparisons import at_least, at_most
from ..functional import functional_log_softmax
from ..products import sum_of_scaled
from ..tensor import remainder_of_division
from .methods import extend_method


def pytorch_clamp(input: paddle.Tensor, min=None, max=None, *, out: paddle.Tensor | None = None):
    """`clamp` with tensors as limits."""
    if not any(isinstance(limit, paddle.Tensor) for limit in (min, max)):
        raise NotImplementedError
    if min is not None:
        input = at_least(input, min)
    return input if max is None else at_most(input, max)


def pytorch_log_softmax(self, dim, dtype: Any = None):
    """The logarithm of the softmax."""
    return functional_log_softmax(self, dim, dtype=dtype)


def pytorch_bernoulli(self, p: float | None = None):
    """Draws truth values as numbers, with the probabilities in the tensor or with one for all."""
    return paddle.bernoulli(self if p is None else paddle.full_like(self, p))


def number_of_integer(input: paddle.Tensor, *args, **kwargs):
    """`nan_to_num` of whole numbers and truth values, which are always finite."""
    if paddle.is_floating_point(input) or paddle.is_complex(input):
        raise NotImplementedError
    return input.clone()


def extend_values() -> None:
    """Adds element-wise functions to tensors, and lets existing ones take PyTorch's arguments."""
    for name in "clamp", "clip":
        extend_method(name, pytorch_clamp)
    methods = {
        "absolute": paddle.Tensor.abs,
        "addcdiv": sum_of_scaled("divide"),
        "addcmul": sum_of_scaled("multiply"),
        "bernoulli": pytorch_bernoulli,
        "clamp_max": at_most,
        "clamp_min": at_least,
        "exp2": lambda self: 2.0**self,
        "fmod": remainder_of_division,
        "log_softmax": pytorch_log_softmax,
        "prelu": paddle.nn.functional.prelu,
        "relu": paddle.nn.functional.relu,
    }
    for name in methods:
        extend_method(name, methods[name], [paddle.Tensor])
    extend_method("nan_to_num", number_of_integer)


extend_values()
