"""Functions that join and split tensors, or change their shapes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import paddle

from ..dtypes import promoted_dtype
from .methods import extend_method


def pytorch_chunk(input: paddle.Tensor, chunks, dim: int = 0, axis: int | None = None):
    """Parts of equal size; the last one may be smaller, and there may be fewer of them."""
    dim = dim if axis is None else axis
    length = input.shape[dim]
    size = -(-length // chunks)
    sizes = [min(size, length - start) for start in range(0, length, size)]
    return tuple(paddle.split(input, sizes, dim))


def pytorch_cat(tensors=None, dim: int = 0, *, x=None, axis: int | None = None, out: paddle.Tensor | None = None):
    """Tensors of mixed data types, and empty ones of any shape."""
    tensors = [t for t in (x if tensors is None else tensors) if t.shape != [0]]
    dtype = promoted_dtype(*tensors)
    if all(tensor.dtype == dtype for tensor in tensors):
        raise NotImplementedError
    return paddle.concat([tensor.astype(dtype) for tensor in tensors], dim if axis is None else axis)


def pytorch_stack_along(tensors=None, dim: int = 0, *, x=None, axis: int | None = None, out: Any = None):
    """`stack` of tensors of mixed data types."""
    tensors = list(x if tensors is None else tensors)
    dtype = promoted_dtype(*tensors)
    if all(tensor.dtype == dtype for tensor in tensors):
        raise NotImplementedError
    return paddle.stack([tensor.astype(dtype) for tensor in tensors], dim if axis is None else axis)


def pytorch_stack(join: Callable[..., Any]):
    """`hstack` and similar functions with mixed data types."""

    def function(tensors=None, x=None):
        tensors = x if tensors is None else tensors
        dtype = promoted_dtype(*tensors)
        return join([tensor.astype(dtype) for tensor in tensors])

    return function


def pytorch_where(condition, input=None, other=None, *, x=None, y=None, out: paddle.Tensor | None = None):
    """`where` with values of mixed data types."""
    values = [x if input is None else input, y if other is None else other]
    condition = condition.astype("bool")
    if all(value is None for value in values):
        return paddle.where(condition)
    dtype = promoted_dtype(*values)
    values = [v.astype(dtype) if isinstance(v, paddle.Tensor) else paddle.full([], v, dtype) for v in values]
    return paddle.where(condition, *values)


def pytorch_index_copy(self, dim, index, source):
    """The tensor with some indices of a dimension replaced."""
    rows = self.moveaxis(dim, 0)
    result = paddle.scatter(rows, index, source.moveaxis(dim, 0))
    return result.moveaxis(0, dim)


def pytorch_view(self, *shape):
    """A view of a tensor without dimensions."""
    if self.ndim or not shape or isinstance(shape[0], (str, type(paddle.float32))):
        raise NotImplementedError
    return self.reshape(*shape)


def extend_shapes() -> None:
    """Lets functions that join and split tensors take PyTorch's arguments."""
    extend_method("chunk", pytorch_chunk)
    for name in "cat", "concat":
        extend_method(name, pytorch_cat, [paddle])
    extend_method("stack", pytorch_stack_along, [paddle])
    for name in "hstack", "vstack", "dstack", "row_stack", "column_stack":
        extend_method(name, pytorch_stack(getattr(paddle, name)), [paddle])
    extend_method("where", pytorch_where, [paddle])
    extend_method("view", pytorch_view, [paddle.Tensor])
    methods = {
        "index_copy": pytorch_index_copy,
        "is_same_size": lambda self, other: self.shape == other.shape,
        "movedim": paddle.moveaxis,
        "nelement": lambda self: math.prod(self.shape),
        "reshape_as": lambda self, other: self.reshape(other.shape),
        "storage_offset": lambda self: self.offset // self.element_size(),
    }
    for name in methods:
        extend_method(name, methods[name], [paddle.Tensor])


extend_shapes()
