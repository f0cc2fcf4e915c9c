"""Augmented assignments and in-place calls that keep the memory of a tensor."""

from __future__ import annotations

import numbers
import operator
from collections.abc import Callable
from typing import Any

import paddle


def apply_in_place(function: Callable[..., Any], input: paddle.Tensor, *args, **kwargs):
    """Applies a function to a copy of a tensor, and writes the result into the tensor. Gradients need the copy."""
    return paddle.assign(function(input.clone(), *args, **kwargs), input)


def _category(value):
    """Boolean, integer, floating point or complex, as numbers in the order of PyTorch's promotion."""
    if isinstance(value, paddle.Tensor):
        if value.dtype == paddle.bool:
            return 0
        return 3 if value.is_complex() else 2 if value.is_floating_point() else 1
    kinds = (bool, numbers.Integral, numbers.Real, numbers.Complex)
    return next(index for index, kind in enumerate(kinds) if isinstance(value, kind))


def _number_for(x: paddle.Tensor, number, symbol: str):
    """A number as an operand, with the data type of the tensor."""
    number = number.item() if hasattr(number, "item") else number
    if symbol == "**" and _category(x) >= 2:
        return number
    return paddle.to_tensor(number, dtype=x.dtype, place=x.place)


def _operands(x: paddle.Tensor, y):
    """The operands in the data type in which PyTorch computes. An operand that the gradient needs is copied, because
    it will be changed."""
    is_tensor = isinstance(y, paddle.Tensor)
    if paddle.is_grad_enabled() and not (x.stop_gradient and (not is_tensor or y.stop_gradient)):
        x, y = x.clone(), x.clone() if y is x else y
    if not is_tensor or x.dtype == y.dtype:
        return x, y
    is_wider = y.ndim > 0 and _category(y) == _category(x) and y.element_size() > x.element_size()
    return (x.cast(y.dtype), y) if is_wider else (x, y.cast(x.dtype))


def _check_in_place(x: paddle.Tensor, category) -> None:
    if not x.stop_gradient and x.is_leaf and paddle.is_grad_enabled():
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    if category > _category(x):
        kind = ("Bool", "Long", "Float", "ComplexFloat")[category]
        raise RuntimeError(f"result type {kind} can't be cast to the desired output type {x.dtype}")


def _fits_in_place(x: paddle.Tensor, y):
    """Whether both broadcast to the shape of `x`."""
    sizes = zip(reversed(x.shape), reversed(y.shape))
    return y.ndim <= x.ndim and all(other in (1, size) for size, other in sizes)


def _store_in_place(x: paddle.Tensor, value):
    """Replaces the value of `x` and its gradient, but not its memory, so that its views change, too."""
    if list(value.shape) != list(x.shape):
        shapes = f"{list(x.shape)} doesn't match the broadcast shape {list(value.shape)}"
        raise RuntimeError(f"output with shape {shapes}")
    paddle.assign(value if value.dtype == x.dtype else value.cast(x.dtype), output=x)
    return x


def store_at(x: paddle.Tensor, places: paddle.Tensor, value: paddle.Tensor) -> None:
    """Replaces the items of `x` at some places, which count all of its items. The value and the other items keep their
    gradients."""
    if places.size == 0:
        return
    dtype = x.dtype if x.dtype in (paddle.float32, paddle.float64, paddle.int32, paddle.int64) else paddle.float32
    flat = x.clone().flatten().astype(dtype)
    changed = paddle.scatter(flat, places.flatten(), value.flatten().astype(dtype))
    _store_in_place(x, changed.reshape(x.shape).astype(x.dtype))


def through(base: Any, view_of: Callable[..., Any], is_copy: bool = False):
    """`through(x, lambda it: it[0]).add_(y)` does what `x[0].add_(y)` does in PyTorch: the gradient flows into `x`, and
    so do the values if Paddle copies those of the view."""
    return WrittenView(base, view_of, is_copy) if isinstance(base, paddle.Tensor) else view_of(base)


class WrittenView:
    """A view whose methods also change the gradient of its base, and its values if the view is a copy."""

    def __init__(self, base: paddle.Tensor, view_of: Callable[..., Any], is_copy: bool = False) -> None:
        self.base, self.view_of, self.is_copy = base, view_of, is_copy

    def __getattr__(self, name: str):
        base, view_of = self.base, self.view_of
        view = view_of(base)

        def method(*args, **kwargs):
            tensors = [value for value in (base, *args, *kwargs.values()) if isinstance(value, paddle.Tensor)]
            has_gradient = paddle.is_grad_enabled() and not all(tensor.stop_gradient for tensor in tensors)
            # What shares no memory is no view, but a copy that a mask or a list selected, unless the call says so.
            is_view = has_gradient and view._is_shared_buffer_with(base)
            if not is_view and not self.is_copy:
                return getattr(view, name)(*args, **kwargs)
            _check_in_place(base, 0)
            value = getattr(view.clone(), name)(*args, **kwargs)
            store_at(base, view_of(paddle.arange(base.size).reshape(base.shape)), value)
            return view_of(base)

        return method


def _in_place(symbol, name, native=None):
    """The functions for `x symbol= y` and for `container[index] symbol= y`."""
    in_python, function = getattr(operator, "i" + name.strip("_")), getattr(operator, name)
    native = native and getattr(paddle.Tensor, native)

    def change(x: paddle.Tensor, y):
        # Programs change nothing in place: Python makes a new value.
        if not isinstance(x, paddle.Tensor) or not isinstance(y, (paddle.Tensor, numbers.Number)):
            return in_python(x, y)
        _check_in_place(x, max(_category(x), _category(y), 2 if symbol == "/" else 0))
        y = y if isinstance(y, paddle.Tensor) else _number_for(x, y, symbol)
        if native and y is not x and y.dtype == x.dtype != paddle.bool and _fits_in_place(x, y):
            return native(x, y)
        return _store_in_place(x, function(*_operands(x, y)))

    def change_item(container, index, y) -> None:
        if isinstance(container, paddle.Tensor):
            container[index] = function(*_operands(container[index], y))
        else:
            container[index] = change(container[index], y)

    return staticmethod(change), staticmethod(change_item)


class augmented:
    """`x = augmented.add(x, y)` does what `x += y` does in PyTorch: a tensor keeps its memory, so that its other names
    and its views change, too. Other values are changed by Python."""

    add, add_item = _in_place("+", "add", "add_")
    subtract, subtract_item = _in_place("-", "sub", "subtract_")
    multiply, multiply_item = _in_place("*", "mul", "multiply_")
    divide, divide_item = _in_place("/", "truediv")
    floor_divide, floor_divide_item = _in_place("//", "floordiv")
    remainder, remainder_item = _in_place("%", "mod")
    power, power_item = _in_place("**", "pow")
    bitwise_or, bitwise_or_item = _in_place("|", "or_")
    bitwise_and, bitwise_and_item = _in_place("&", "and_")
    bitwise_xor, bitwise_xor_item = _in_place("^", "xor")
    shift_left, shift_left_item = _in_place("<<", "lshift")
    shift_right, shift_right_item = _in_place(">>", "rshift")
