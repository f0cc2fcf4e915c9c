"""NumPy's functions of tensors."""

from __future__ import annotations

from typing import Any

import numpy
import paddle

# Functions of arrays that operators stand for, with the methods of tensors.
ARRAY_OPERATORS = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "floor_divide": "floordiv",
    "remainder": "mod", "power": "pow", "matmul": "matmul", "equal": "eq", "not_equal": "ne", "less": "lt",
    "less_equal": "le", "greater": "gt", "greater_equal": "ge",
}  # fmt: skip


def array_function(self, ufunc: Any, method: str, *inputs: Any, **options: Any):
    """What a function of NumPy returns for tensors: a tensor. Operators between an array and a tensor are Paddle's."""
    name = ARRAY_OPERATORS.get(ufunc.__name__)
    if name is not None and method == "__call__" and not options and len(inputs) == 2:
        first, second = (value if isinstance(value, paddle.Tensor) else paddle.to_tensor(value) for value in inputs)
        return getattr(first, f"__{name}__")(second)
    arrays = [value.numpy() if isinstance(value, paddle.Tensor) else value for value in inputs]
    result = getattr(ufunc, method)(*arrays, **options)
    return paddle.to_tensor(result) if isinstance(result, (numpy.ndarray, numpy.generic)) else result


def extend_array_functions() -> None:
    """Lets NumPy's functions take tensors."""
    if paddle.Tensor.__array_ufunc__ is None:
        paddle.Tensor.__array_ufunc__ = array_function


extend_array_functions()
