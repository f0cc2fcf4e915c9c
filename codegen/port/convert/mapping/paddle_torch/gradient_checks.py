"""Comparisons of gradients with differences of values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import paddle


def gradients_are_right(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    **options,
) -> bool:
    """PyTorch's `gradcheck` for real inputs: compares gradients with the slopes between two values."""
    inputs = (inputs,) if paddle.is_tensor(inputs) else tuple(inputs)
    checked = [value for value in inputs if paddle.is_tensor(value) and not value.stop_gradient]
    if not checked:
        raise ValueError("gradcheck expects at least one input that requires a gradient")
    for value in checked:
        if value.is_complex():
            raise NotImplementedError("gradcheck of complex inputs")
        for number, (computed, slope) in enumerate(
            zip(computed_slopes(func, inputs, value), slopes(func, inputs, value, eps))
        ):
            if not numpy.allclose(computed, slope, rtol, atol):
                if raise_exception:
                    raise RuntimeError(f"the gradient of output {number} is {computed}, and its slope is {slope}")
                return False
    return True


def outputs_of(func: Callable[..., Any], inputs: Any) -> list[Any]:
    """The floating-point results of a function."""
    results = func(*inputs)
    results = results if isinstance(results, (list, tuple)) else [results]
    return [value for value in results if paddle.is_tensor(value) and value.is_floating_point()]


def computed_slopes(func: Callable[..., Any], inputs: Any, value: paddle.Tensor) -> list[numpy.ndarray]:
    """The gradients of all items of each output, as a matrix with a row for each item."""
    found = []
    for output in outputs_of(func, inputs):
        rows = []
        for item in output.flatten().unbind() if output.size else []:
            (row,) = (None,) if item.stop_gradient else paddle.grad(item, [value], retain_graph=True, allow_unused=True)
            rows.append(numpy.zeros(value.size) if row is None else row.numpy().flatten())
        found.append(numpy.array(rows).reshape(output.size, value.size))
    return found


@paddle.no_grad()
def slopes(func: Callable[..., Any], inputs: Any, value: paddle.Tensor, eps: float) -> list[numpy.ndarray]:
    """The differences of all outputs, divided by those of each item of an input."""
    columns: list[list[numpy.ndarray]] = []
    original = value.numpy().copy()
    for index in range(value.size):
        results = []
        for sign in (1, -1):
            moved = original.copy()
            moved.reshape(-1)[index] += sign * eps
            value.set_value(moved)
            results.append([output.numpy().flatten() for output in outputs_of(func, inputs)])
        columns.append([(after - before) / (2 * eps) for after, before in zip(*results)])
    value.set_value(original)
    return [numpy.stack(parts, -1) for parts in zip(*columns)]
