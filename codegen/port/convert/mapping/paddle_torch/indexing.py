"""Indices that Paddle misunderstands: masks, lists and tensors beside `None`, truth values or other masks."""

from __future__ import annotations

import math
from typing import Any

import numpy
import paddle

from .in_place import store_at


def is_basic_index(item: Any) -> bool:
    """Whether an index selects a view by itself."""
    is_number = isinstance(item, (int, numpy.integer)) and not isinstance(item, bool)
    return is_number or item is None or item is Ellipsis or isinstance(item, slice)


def is_simple_key(key: Any) -> bool:
    """Whether Paddle reads a key as PyTorch does."""
    if not isinstance(key, tuple):
        is_byte_mask = paddle.is_tensor(key) and key.dtype == paddle.uint8
        return not is_byte_mask and not is_list_of_indices(key) and not is_empty_index(key)
    others = [item for item in key if not is_basic_index(item)]
    new_dimensions = sum(item is None for item in key)
    if not others:
        return new_dimensions < 2
    if new_dimensions or any(isinstance(item, bool) for item in others):
        return False
    tensors = [index_as_tensor(item) for item in others]
    return not any(item.dtype in (paddle.bool, paddle.uint8) or item.size == 0 for item in tensors)


def is_list_of_indices(key: Any) -> bool:
    """Whether a list stands for a tuple, because one of its items is no number."""
    return isinstance(key, list) and any(isinstance(item, (list, slice, type(None), type(Ellipsis))) for item in key)


def is_empty_index(item: Any) -> bool:
    """Whether a list, an array or a tensor of indices has none."""
    if paddle.is_tensor(item):
        return 0 in item.shape
    return isinstance(item, (list, numpy.ndarray)) and numpy.size(item) == 0


def index_as_tensor(item: Any):
    """A list, an array or a sequence as a tensor of indices, or as a mask."""
    if not paddle.is_tensor(item):
        item = numpy.asarray([int(i) if paddle.is_tensor(i) else i for i in item])
        item = paddle.to_tensor(item if item.size else item.astype("int64"))
    return item


def index_items(key: Any, ndim: int):
    """The items of a key. Lists are tensors, tensors without dimensions are numbers, and nothing is omitted."""
    items = []
    for item in key if isinstance(key, tuple) or is_list_of_indices(key) else (key,):
        if not (is_basic_index(item) or isinstance(item, (bool, numpy.bool_))):
            item = index_as_tensor(item)
            if item.ndim == 0:
                item = bool(item) if item.dtype in (paddle.bool, paddle.uint8) else int(item)
            elif item.dtype == paddle.uint8:
                item = item.astype("bool")
        items.append(item)
    used = sum(dimensions_of_index(item) for item in items)
    if used > ndim:
        raise IndexError(f"too many indices for tensor of dimension {ndim}")
    at = next((place for place, item in enumerate(items) if item is Ellipsis), len(items))
    return [*items[:at], *[slice(None)] * (ndim - used), *items[at + 1 :]]


def dimensions_of_index(item: Any) -> int:
    """The number of dimensions that an index takes."""
    if item is None or item is Ellipsis or isinstance(item, (bool, numpy.bool_)):
        return 0
    return item.ndim if paddle.is_tensor(item) and item.dtype == paddle.bool else 1


def selected(x: paddle.Tensor, key: Any):
    """`x[key]` by PyTorch's rules: first numbers, slices and `None`, then all masks and tensors together."""
    basic: list[Any] = []
    new_axes: list[int] = []
    indices: dict[int, paddle.Tensor] = {}
    axis = dimension = 0
    for item in index_items(key, x.ndim):
        if isinstance(item, (bool, numpy.bool_)):
            new_axes.append(axis)
            indices[axis] = paddle.zeros([1 if item else 0], "int64")
            axis += 1
        elif paddle.is_tensor(item):
            parts = mask_indices(item, x.shape[dimension:]) if item.dtype == paddle.bool else [item]
            for part in parts:
                basic.append(slice(None))
                indices[axis] = part.astype("int64")
                axis, dimension = axis + 1, dimension + 1
        elif item is None:
            new_axes.append(axis)
            axis += 1
        else:
            basic.append(item)
            axis, dimension = axis + isinstance(item, slice), dimension + 1
    view = PADDLE_GET_ITEM(x, tuple(basic)) if basic else x
    for place in new_axes:
        view = view.unsqueeze(place)
    return gathered_along(view, indices) if indices else view


def mask_indices(mask: paddle.Tensor, sizes):
    """The indices of the items of a mask that are true, for each of its dimensions."""
    if list(sizes[: mask.ndim]) != list(mask.shape):
        raise IndexError(f"the shape of the mask {list(mask.shape)} does not match the tensor {list(sizes)}")
    places = paddle.nonzero(mask)
    return [places[:, axis] for axis in range(mask.ndim)]


def gathered_along(x: paddle.Tensor, indices: dict[int, paddle.Tensor]):
    """Gathers along several dimensions together. The result has their dimensions where the first of them was, or in
    front if others are between them."""
    axes = list(indices)
    shape = list(numpy.broadcast_shapes(*(tuple(index.shape) for index in indices.values())))
    sizes = [x.shape[axis] for axis in axes]
    linear = paddle.zeros(shape, "int64")
    for size, index in zip(sizes, indices.values()):
        index = paddle.where(index < 0, index + size, index) if index.size else index
        linear = linear * size + index.expand(shape)
    others = [axis for axis in range(x.ndim) if axis not in indices]
    rest = [x.shape[axis] for axis in others]
    rows = x.transpose([*axes, *others]).reshape([math.prod(sizes), *rest])
    picked = paddle.index_select(rows, linear.flatten(), 0).reshape([*shape, *rest])
    first = axes[0] if axes[-1] - axes[0] == len(axes) - 1 else 0
    count = len(shape)
    order = [*range(count, count + first), *range(count), *range(count + first, picked.ndim)]
    return picked.transpose(order) if first else picked


def store_selected(x: paddle.Tensor, key: Any, value: Any) -> None:
    """`x[key] = value` by PyTorch's rules. The value and the rest of the tensor keep their gradients."""
    places = selected(paddle.arange(x.size).reshape(x.shape), key)
    if not paddle.is_tensor(value):
        value = paddle.to_tensor(numpy.asarray(value), place=x.place)
    while value.ndim > places.ndim and value.shape[0] == 1:
        value = value.squeeze(0)
    value = value.astype(x.dtype).expand(places.shape)
    store_at(x, places, value)


PADDLE_GET_ITEM = paddle.Tensor.__getitem__
PADDLE_SET_ITEM = paddle.Tensor.__setitem__


def get_item(self, key):
    """`x[key]`: Paddle reads keys that it understands."""
    return PADDLE_GET_ITEM(self, key) if is_simple_key(key) else selected(self, key)


def set_item(self, key, value):
    """`x[key] = value`: Paddle reads keys that it understands. A value that may share memory is copied for its
    gradient."""
    has_none = isinstance(key, tuple) and any(item is None for item in key)
    if not is_simple_key(key) or has_none:
        return store_selected(self, key, value)
    if paddle.is_tensor(value) and not value.stop_gradient and paddle.is_grad_enabled():
        value = value.clone()
    return PADDLE_SET_ITEM(self, key, value)


def extend_subscripts() -> None:
    """Lets tensors understand all of PyTorch's indices."""
    paddle.Tensor.__getitem__ = get_item
    paddle.Tensor.__setitem__ = set_item


extend_subscripts()
