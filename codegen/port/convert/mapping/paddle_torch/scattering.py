"""Functions that store values at indices, or where a mask is true."""

from __future__ import annotations

from typing import Any

import paddle

from .tensor import broadcast_together


def masked_scatter(input: paddle.Tensor, mask, source) -> paddle.Tensor:
    """PyTorch's `masked_scatter`: the values of `source`, one after the other, where the mask is true."""
    if not paddle.is_tensor(input):
        return input.masked_scatter(mask, source)
    input, mask = broadcast_together(input, mask)
    if not source.size and not bool(mask.any()):
        return input.clone()
    places = paddle.cumsum(mask.flatten().astype("int64")).clip(min=1) - 1
    if int(places[-1]) >= source.size:
        raise RuntimeError(f"expected at least {int(places[-1]) + 1} elements in `source`, but found {source.size}")
    values = paddle.gather(source.flatten().astype(input.dtype), places).reshape(mask.shape)
    return paddle.where(mask, values, input)


def put_values(input: paddle.Tensor, index, source, accumulate: bool = False) -> paddle.Tensor:
    """PyTorch's `put`: the values of `source` at indices of the flattened tensor."""
    if not paddle.is_tensor(input):
        return input.put(index, source, accumulate)
    flat, index = input.flatten(), index.flatten()
    index = paddle.where(index < 0, index + flat.size, index)
    values = source.flatten().astype(flat.dtype)
    if not index.size:
        return input.clone()
    stored = (
        paddle.scatter_nd_add(flat, index.unsqueeze(-1), values) if accumulate else paddle.scatter(flat, index, values)
    )
    return stored.reshape(input.shape)


def reduced_at_index(
    input: paddle.Tensor, dim: int, index, source, reduce: str, *, include_self: bool = True
) -> paddle.Tensor:
    """PyTorch's `index_reduce`: slices of `source` are joined with those of the tensor at the indices."""
    if not paddle.is_tensor(input):
        return input.index_reduce(dim, index, source, reduce, include_self=include_self)
    sizes = [1] * source.ndim
    sizes[dim] = -1
    index = index.reshape(sizes).expand(source.shape)
    return input.scatter_reduce(dim, index, source, reduce, include_self=include_self)


def summed_to_size(input: paddle.Tensor, *size: Any) -> paddle.Tensor:
    """PyTorch's `sum_to_size`: the sum over the dimensions that would be broadcast from a smaller shape."""
    if not paddle.is_tensor(input):
        return input.sum_to_size(*size)
    sizes = list(size[0]) if len(size) == 1 and isinstance(size[0], (list, tuple)) else list(size)
    extra = input.ndim - len(sizes)
    result = input.sum(list(range(extra))) if extra else input
    axes = [axis for axis, length in enumerate(sizes) if length == 1 and result.shape[axis] != 1]
    return result.sum(axes, keepdim=True) if axes else result


def unraveled_index(indices: paddle.Tensor, shape) -> tuple[paddle.Tensor, ...]:
    """PyTorch's `unravel_index`: the coordinates of indices of a flattened tensor."""
    coordinates = []
    for length in reversed(list(shape) if isinstance(shape, (list, tuple)) else [shape]):
        size = paddle.full([], length, indices.dtype)
        coordinates.append(paddle.remainder(indices, size))
        indices = paddle.floor_divide(indices, size)
    return tuple(reversed(coordinates))


def nonzero_of_size(input: paddle.Tensor, *, size: int, fill_value: int = -1) -> paddle.Tensor:
    """PyTorch's `nonzero_static`: the first indices of elements that are not zero, up to a number of them."""
    if not paddle.is_tensor(input):
        return input.nonzero_static(size=size, fill_value=fill_value)
    found = paddle.nonzero(input if input.ndim else input.reshape([1]))[:size, : input.ndim]
    missing = size - found.shape[0]
    if not missing:
        return found
    return paddle.concat([found, paddle.full([missing, input.ndim], fill_value, found.dtype)])


def resized_as(input: paddle.Tensor, template) -> paddle.Tensor:
    """PyTorch's `resize_as_`."""
    return input.resize_(template.shape)
