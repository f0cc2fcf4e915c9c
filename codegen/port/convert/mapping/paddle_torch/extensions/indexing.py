"""Gathering, scattering, and filling diagonals."""

from __future__ import annotations

import paddle

from .methods import extend_method


def filled_diagonal(input: paddle.Tensor, fill_value, wrap: bool = False):
    """Fills the diagonal of a tensor of a data type for which Paddle has no kernel."""
    if input.dtype not in (paddle.uint8, paddle.int8, paddle.int16):
        raise NotImplementedError
    return input.set_value(input.astype("int32").fill_diagonal_(int(fill_value), wrap=wrap).astype(input.dtype))


def extend_fill_diagonal() -> None:
    """Lets `fill_diagonal_` take small integers."""
    extend_method("fill_diagonal_", filled_diagonal)


extend_fill_diagonal()


def gathered_truth(input: paddle.Tensor, dim, index):
    """Gathers truth values, for which Paddle has no kernel."""
    if input.dtype != paddle.bool:
        raise NotImplementedError
    return paddle.take_along_axis(input.astype("uint8"), index, dim, broadcast=False).astype("bool")


def extend_gather() -> None:
    """Lets `gather` take truth values."""
    extend_method("gather", gathered_truth)


extend_gather()


def pytorch_scatter(input: paddle.Tensor, dim, index, src=None, *, value=None, reduce: bool | None = None):
    """`scatter` of truth values, which Paddle has no kernel for."""
    if input.dtype != paddle.bool or reduce is not None:
        raise NotImplementedError
    values = value if src is None else src
    values = values.astype("int32") if isinstance(values, paddle.Tensor) else int(values)
    return paddle.put_along_axis(input.astype("int32"), index, values, dim, broadcast=False).astype("bool")


def pytorch_scatter_(input: paddle.Tensor, *args, **kwargs):
    """`scatter_` of truth values."""
    return input.copy_(pytorch_scatter(input, *args, **kwargs))


def extend_scatter() -> None:
    """Lets values be scattered over tensors of truth values."""
    extend_method("scatter", pytorch_scatter)
    extend_method("scatter_", pytorch_scatter_, [paddle.Tensor])


extend_scatter()
