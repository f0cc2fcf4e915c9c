"""Operators and functions of two values with numbers and mixed data types."""

from __future__ import annotations

import functools
import numbers
from collections.abc import Callable
from typing import Any

import paddle

from ..dtypes import promoted_dtype


def as_tensor_of(value, dtype: Any):
    """A tensor or number as a tensor of a data type."""
    if isinstance(value, paddle.Tensor):
        return value if value.dtype == dtype else value.astype(dtype)
    return paddle.full([], value, dtype)


def with_promotion(original: Callable[..., Any]):
    """If a function of two values rejects a number or mixed data types, calls it with tensors of one data type."""

    @functools.wraps(original)
    def function(*args, **kwargs):
        if len(args) == 3 and isinstance(args[1], numbers.Number) and isinstance(args[2], paddle.Tensor):
            # The old order of arguments, with the factor in front.
            args = (args[0], args[2] * args[1])
        try:
            return original(*args, **kwargs)
        except (RuntimeError, TypeError, ValueError) as error:
            reason = error
            names = [name for name in ("input", "x", "self", "other", "y") if name in kwargs]
            values = [*args[:2], *(kwargs.pop(name) for name in names)]
            is_known = [isinstance(value, (paddle.Tensor, numbers.Number)) for value in values]
            if len(values) != 2 or not all(is_known):
                raise
        dtype = promoted_dtype(*values)
        if dtype in (paddle.uint8, paddle.int8, paddle.int16):
            result = original(*(as_tensor_of(value, paddle.int32) for value in values), *args[2:], **kwargs)
            return result.astype(dtype) if result.dtype == paddle.int32 else result
        if isinstance(reason, RuntimeError):
            raise reason
        return original(*(as_tensor_of(value, dtype) for value in values), *args[2:], **kwargs)

    return function


def reversed_operator(operator):
    """An operator whose left operand is a number."""

    def function(self, other):
        return operator(as_tensor_of(other, promoted_dtype(other, self)), self)

    return function


def of_one_element(convert: Callable[..., Any]):
    """`float` and `int` of a tensor with one element, whatever its shape."""

    def function(self):
        return convert(self.item())

    return function


def without_dimension(operator):
    """Removes the dimension that Paddle adds to the integer quotient of a tensor without dimensions."""

    def function(self, other):
        result = operator(self, other)
        is_tensor = isinstance(other, paddle.Tensor)
        return result.reshape([]) if self.ndim == 0 and not (is_tensor and other.ndim) else result

    return function


def contains(self, value) -> bool:
    """Whether a value is in a tensor, of any shape."""
    return bool((self == value).any())


def extend_operators() -> None:
    """Lets operators and functions of two values take numbers and mixed data types that Paddle rejects."""
    operators = "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul and or xor"
    operators += " lshift rshift eq ne lt le gt ge"
    for name in operators.split():
        method = getattr(paddle.Tensor, f"__{name}__", None)
        if method is not None:
            setattr(paddle.Tensor, f"__{name}__", with_promotion(method))
    for name in "floordiv", "rfloordiv":
        setattr(paddle.Tensor, f"__{name}__", without_dimension(getattr(paddle.Tensor, f"__{name}__")))
    for name in "and", "or", "xor", "lshift", "rshift":
        if not hasattr(paddle.Tensor, f"__r{name}__"):
            setattr(paddle.Tensor, f"__r{name}__", reversed_operator(getattr(paddle.Tensor, f"__{name}__")))
    paddle.Tensor.__contains__ = contains
    for convert in float, int:
        setattr(paddle.Tensor, f"__{convert.__name__}__", of_one_element(convert))
    functions = "add sub subtract mul multiply div divide true_divide floor_divide remainder mod pow eq ne not_equal lt"
    functions += " less less_than le less_equal gt greater greater_than ge greater_equal maximum minimum fmax fmin"
    functions += " bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift logical_and logical_or"
    functions += " logical_xor atan2 hypot copysign heaviside gcd lcm outer ger lerp logaddexp matmul"
    for owner in paddle, paddle.Tensor:
        for name in functions.split():
            if hasattr(owner, name):
                setattr(owner, name, with_promotion(getattr(owner, name)))


extend_operators()
