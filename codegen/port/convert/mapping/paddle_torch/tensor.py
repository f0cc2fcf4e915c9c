"""Functions of tensors."""

from __future__ import annotations

import collections
import functools
from typing import Any

import numpy
import paddle

from .dtypes import promoted_dtype


def as_tuple(value, count):
    """A tuple with a number for each dimension. Other values become a tuple."""
    return (value,) * count if isinstance(value, int) else tuple(int(item) for item in value)


def sizes_along(value, dims: int):
    """A number for each dimension. A single one, in a tuple or not, is for all."""
    sizes = as_tuple(value, dims)
    return sizes * dims if len(sizes) == 1 else sizes


def as_variable(data, requires_grad: bool = False):
    """A tensor that shares its values with `data`, and has a gradient if requested."""
    variable = data.detach() if requires_grad or data.is_leaf else data
    variable.stop_gradient = not requires_grad and variable.stop_gradient
    return variable


def bartlett_window(window_length, periodic: bool = True, **settings):
    """PyTorch's `bartlett_window`: a triangle."""
    settings = {key: settings[key] for key in ("dtype",) if settings.get(key) is not None}
    length = window_length if periodic else window_length - 1
    return 1 - abs(2 * paddle.arange(window_length, **settings or {"dtype": "float32"}) / max(length, 1) - 1)


def broadcast_together(*tensors: Any):
    """PyTorch's `broadcast_tensors`. Paddle's crashes in the backward pass if a result is not used."""
    values = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    shape = list(numpy.broadcast_shapes(*(tuple(value.shape) for value in values)))
    return tuple(tensor if tensor.shape == shape else tensor.expand(shape) for tensor in values)


def copy_at_index(input: paddle.Tensor, dim, index, source):
    """Copies `source` into a tensor, at some indices of a dimension."""
    input[(slice(None),) * (dim % input.ndim) + (index,)] = source
    return input


def create_tuple_converter(n, name: str = "parse"):
    """A function that repeats a single value `n` times, and makes a tuple of several."""

    def convert(x: paddle.Tensor):
        return tuple(x) if hasattr(x, "__iter__") else (x,) * n

    convert.__name__ = name
    return convert


def diagonal_matrix(input: paddle.Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1):
    """PyTorch's `diag_embed`: matrices with the last dimension on a diagonal."""
    size = input.shape[-1] + abs(offset)
    above, below = max(-offset, 0), max(offset, 0)
    padding = [input.new_zeros([*input.shape[:-1], count]) for count in (above, below)]
    rows = paddle.concat([padding[0], input, padding[1]], -1).unsqueeze(-1).expand([*input.shape[:-1], size, size])
    places = paddle.arange(size)
    is_diagonal = places.unsqueeze(0) - places.unsqueeze(1) == offset
    matrices = paddle.where(is_diagonal, rows, paddle.zeros_like(rows))
    return paddle.moveaxis(matrices, [-2, -1], [dim1, dim2])


def extreme_values(name: str, x: paddle.Tensor, args, kwargs):
    """PyTorch's `max` and `min`: of all elements, along a dimension with the indices, or of two tensors."""
    if not paddle.is_tensor(x):
        return getattr(x, name)(*args, **kwargs)
    if args and paddle.is_tensor(args[0]) or "other" in kwargs:
        return getattr(paddle, f"{name}imum")(
            x, *args, **{"y" if key == "other" else key: kwargs[key] for key in kwargs}
        )
    for other, usual in (("axis", "dim"), ("keepdims", "keepdim")):
        if other in kwargs:
            kwargs[usual] = kwargs.pop(other)
    is_supported = str(x.dtype).rsplit(".", 1)[-1] in ("float16", "bfloat16", "float32", "float64", "int32", "int64")
    found = getattr(paddle.compat, name)(x if is_supported else x.astype("int64"), *args, **kwargs)
    if is_supported:
        return found
    if paddle.is_tensor(found):
        return found.astype(x.dtype)
    return found._replace(values=found.values.astype(x.dtype))


def filled_tensor(size, fill_value, **kwargs):
    """PyTorch's `full`: the value decides the data type."""
    if kwargs.get("dtype") is None:
        kwargs["dtype"] = promoted_dtype(fill_value)
    return paddle.full(size, fill_value, **kwargs)


def frombuffer(buffer, dtype: Any, count=-1, offset: int = 0, requires_grad: bool = False):
    """A tensor with a copy of a buffer's contents: `count` elements from the byte `offset` on."""
    values = numpy.frombuffer(buffer, dtype=str(dtype).rpartition(".")[2], count=count, offset=offset)
    return paddle.to_tensor(values, stop_gradient=not requires_grad)


def index_copy(input: paddle.Tensor, dim, index, source):
    """A copy of `input` with the slices at `index` along `dim` replaced by those of `source`."""
    order = list(range(input.ndim))
    order[0], order[dim] = order[dim], order[0]
    moved = paddle.scatter(paddle.transpose(input, order), index, paddle.transpose(source, order))
    return paddle.transpose(moved, order)


def interpolated(input: paddle.Tensor, end, weight):
    """PyTorch's `lerp`, with the gradient of a weight that is a tensor."""
    return input + weight * (end - input)


@functools.cache
def type_of_named_values(names):
    """The type of tuples with these names."""
    return collections.namedtuple("named_values", names)


def named_values(names, values):
    """A tuple whose values also have names, such as `values` and `indices`. Whole numbers have no gradients."""
    values = list(values)
    for value in values:
        if paddle.is_tensor(value) and value.dtype in (paddle.int32, paddle.int64):
            value.stop_gradient = True
    return type_of_named_values(names)(*values)


def minimum_and_maximum(input: paddle.Tensor, *, dim: int | None = None, keepdim: bool = False):
    """PyTorch's `aminmax`."""
    return named_values("min max", (input.amin(dim, keepdim), input.amax(dim, keepdim)))


def remainder_of_division(input: paddle.Tensor, other):
    """PyTorch's `fmod`: the remainder with the sign of the first operand."""
    other = abs(other) if paddle.is_tensor(other) else paddle.full([], abs(other), promoted_dtype(input, other))
    rest = abs(input) % other
    return paddle.where(input < 0, -rest, rest)


def scattered_diagonal(input: paddle.Tensor, src: paddle.Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1):
    """PyTorch's `diagonal_scatter`: a tensor with another diagonal."""
    matrices = paddle.moveaxis(input, [dim1, dim2], [-2, -1])
    rows, columns = paddle.arange(matrices.shape[-2]).unsqueeze(1), paddle.arange(matrices.shape[-1])
    is_diagonal = columns - rows == offset
    places = paddle.clip(rows if offset >= 0 else columns, max=src.shape[-1] - 1) + 0 * (rows + columns)
    values = src.index_select(places.flatten(), -1).reshape([*src.shape[:-1], *places.shape])
    return paddle.moveaxis(paddle.where(is_diagonal, values, matrices), [-2, -1], [dim1, dim2])


def split_by_size(x: Any, *args, **kwargs):
    """PyTorch's `split`, by the size of a part. Other objects, such as texts, have a method of that name."""
    if not paddle.is_tensor(x):
        return x.split(*args, **kwargs)
    if "split_size" in kwargs:
        kwargs["split_size_or_sections"] = kwargs.pop("split_size")
    return paddle.compat.split(x, *args, **kwargs)


def select_index(x: paddle.Tensor, dim, index):
    """PyTorch's `select`: a view without the dimension."""
    if not paddle.is_tensor(x):
        return x.select(dim, index)
    return x[(slice(None),) * (dim % x.ndim) + (index,)]


def sliced_copy(input: paddle.Tensor, src: paddle.Tensor, dim: int = 0, start=None, end=None, step: int = 1):
    """PyTorch's `slice_scatter`: a tensor with another slice."""
    if not paddle.is_tensor(input):
        return input.slice_scatter(src, dim, start, end, step)
    first, last, _ = slice(start, end, step).indices(input.shape[dim])
    return paddle.slice_scatter(input, src, [dim], [first], [last], [step])


def tensor_as_strided(input: paddle.Tensor, size, stride, storage_offset=None):
    """A view by strides that count elements. If it needs a gradient, it is gathered instead, because the
    gradient of the view ignores overlaps."""
    offset = storage_offset or 0
    if input.stop_gradient or not paddle.is_grad_enabled():
        return paddle.as_strided(input, list(size), list(stride), offset * input.element_size())
    index = paddle.full(len(size) * [1], offset, dtype="int64")
    for axis, (count, step) in enumerate(zip(size, stride)):
        shape = [-1 if other == axis else 1 for other in range(len(size))]
        index = index + step * paddle.arange(count, dtype="int64").reshape(shape)
    return paddle.gather(input.flatten(), index.flatten()).reshape(list(size))


def tensor_from(data, dtype: Any = None, device: Any = None):
    """PyTorch's `as_tensor`: a tensor is returned as it is if possible, and keeps its gradient."""
    if not paddle.is_tensor(data):
        data = paddle.to_tensor(data, dtype)
    elif dtype is not None and data.dtype != dtype:
        data = data.astype(dtype)
    return data if device is None else data.to(device)


def gradient_along(x: paddle.Tensor, dim, spacing, edge_order: int):
    """The slope along a dimension; `spacing` is a number, or the coordinates."""
    x = x.moveaxis(dim, -1)
    places = spacing if paddle.is_tensor(spacing) else paddle.arange(x.shape[-1]).astype(x.dtype) * spacing
    steps = places.diff().astype(x.dtype)
    slopes = x.diff() / steps
    before, after = steps[:-1], steps[1:]
    middle = (slopes[..., :-1] * after + slopes[..., 1:] * before) / (before + after)
    first, last = slopes[..., :1], slopes[..., -1:]
    if edge_order == 2:
        first = first + (first - slopes[..., 1:2]) * steps[0] / (steps[0] + steps[1])
        last = last + (last - slopes[..., -2:-1]) * steps[-1] / (steps[-1] + steps[-2])
    return paddle.concat([first, middle, last], -1).moveaxis(-1, dim)


def tensor_gradient(input: paddle.Tensor, *, spacing: Any = 1.0, dim: int | None = None, edge_order: int = 1):
    """PyTorch's `gradient`: the slopes along some dimensions."""
    input = input if input.is_floating_point() or input.is_complex() else input.astype(paddle.get_default_dtype())
    spacing = 1.0 if spacing is None else spacing
    dims = range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    spacings = spacing if isinstance(spacing, (list, tuple)) else [spacing] * len(dims)
    return tuple(gradient_along(input, d, step, edge_order) for d, step in zip(dims, spacings))


def tensor_max(input: paddle.Tensor, *args, **kwargs):
    """PyTorch's `max`: the largest element, those along a dimension with their indices, or those of two tensors."""
    return extreme_values("max", input, args, kwargs)


def tensor_median(input: paddle.Tensor, *args, **kwargs):
    """PyTorch's `median`: the lower one of two elements in the middle, along a dimension with its index."""
    if not paddle.is_tensor(input):
        return input.median(*args, **kwargs)
    return paddle.compat.median(input, *args, **kwargs)


def tensor_min(input: paddle.Tensor, *args, **kwargs):
    """PyTorch's `min`: the smallest element, those along a dimension with their indices, or those of two tensors."""
    return extreme_values("min", input, args, kwargs)


def tensor_nanmedian(input: paddle.Tensor, *args, **kwargs):
    """PyTorch's `nanmedian`: the lower one of two elements in the middle, along a dimension with its index."""
    if not paddle.is_tensor(input):
        return input.nanmedian(*args, **kwargs)
    return paddle.compat.nanmedian(input, *args, **kwargs)


def tensor_norm(input: paddle.Tensor, *args, **kwargs):
    """The norm of a tensor. For other objects, calls their method."""
    return norm_of(input, *args, **kwargs) if paddle.is_tensor(input) else input.norm(*args, **kwargs)


def norm_of(input: paddle.Tensor, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None):
    """PyTorch's `norm`: the norm of a vector, even over several dimensions, except for the nuclear norm."""
    if dtype is not None:
        input = input.astype(dtype)
    if input.ndim == 0:
        return norm_of(input.reshape([1]), p).reshape([])
    if p == "nuc":
        return paddle.linalg.matrix_norm(input, p, [-2, -1] if dim is None else list(dim), keepdim)
    dim = list(dim) if isinstance(dim, (list, tuple)) else dim
    return paddle.linalg.vector_norm(input, 2.0 if p in ("fro", None) else float(p), dim, keepdim)


def tensor_numel(value):
    """The number of elements of a tensor or of a shape."""
    return value.size if paddle.is_tensor(value) else value.numel()


def tensor_prod(input: paddle.Tensor, *args, **kwargs):
    """`prod`, with a gradient that is right for complex numbers, and where an element is zero: Paddle divides by it."""
    if not paddle.is_tensor(input):
        return input.prod(*args, **kwargs)
    if input.dtype in (paddle.bool, paddle.uint8, paddle.int8, paddle.int16):
        input = input.astype("int64")
    needs_gradient = not input.stop_gradient and paddle.is_grad_enabled()
    is_wrong = needs_gradient and (input.is_complex() or bool((input == 0).any()))
    return prod_by_factors(input, *args, **kwargs) if is_wrong else paddle.prod(input, *args, **kwargs)


def normal_values(mean: Any, std: Any = 1.0, size: Any = None, *, generator: Any = None, out: Any = None, **settings):
    """PyTorch's `normal`: random values for a mean and a deviation of which one or both may be tensors."""
    if not paddle.is_tensor(std) and std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    shapes = [tuple(value.shape) for value in (mean, std) if paddle.is_tensor(value)]
    shape = list(size) if size is not None else list(numpy.broadcast_shapes(*shapes))
    dtype = next((value.dtype for value in (mean, std) if paddle.is_tensor(value)), settings.get("dtype"))
    with paddle.no_grad():
        values = mean + std * paddle.randn(shape, dtype or paddle.get_default_dtype())
        values = values if out is None else paddle.assign(values, out)
    values.stop_gradient = not settings.get("requires_grad", False)
    return values


def prod_by_factors(input: paddle.Tensor, dim: int | None = None, keepdim: bool = False, dtype: Any = None):
    """The product as a chain of multiplications."""
    values = input if dtype is None else input.astype(dtype)
    axis, values = (0, values.flatten()) if dim is None else (dim, values)
    if values.shape[axis] == 0:
        return paddle.prod(values, axis, keepdim)
    result = functools.reduce(paddle.multiply, paddle.unbind(values, axis))
    return result.unsqueeze(axis) if keepdim and dim is not None else result


def tensor_sort(input: paddle.Tensor, *args, **kwargs):
    """PyTorch's `sort`, which also returns the indices. Other objects are sorted by their own method."""
    if not paddle.is_tensor(input):
        return input.sort(*args, **kwargs)
    if args and isinstance(args[0], bool):
        args = (-1, *args)
    return paddle.compat.sort(input, *args, **kwargs)


def tensor_unique(input: paddle.Tensor, *args, **kwargs):
    """PyTorch's `unique`: the inverse has the shape of the tensor."""
    if not paddle.is_tensor(input):
        return input.unique(*args, **kwargs)
    is_bool = input.dtype == paddle.bool
    found = paddle.compat.unique(input.astype("int32") if is_bool else input, *args, **kwargs)
    values, *others = found if isinstance(found, (list, tuple)) else (found,)
    values = values.astype("bool") if is_bool else values
    if not input.size and "dim" not in kwargs and len(args) < 4:
        values = values.flatten()
    settings = dict(zip(("sorted", "return_inverse", "return_counts", "dim"), args), **kwargs)
    if settings.get("return_inverse") and settings.get("dim") is None:
        others[0] = others[0].reshape(input.shape)
    return (values, *others) if others else values


def unfold_dimension(x: paddle.Tensor, dimension, size, step):
    """PyTorch's `Tensor.unfold`: slices of a dimension, which may overlap. Their gradients add up."""
    if not paddle.is_tensor(x):
        return x.unfold(dimension, size, step)
    if x.ndim == 0:
        return x.reshape([1])
    dimension %= x.ndim
    count = (x.shape[dimension] - size) // step + 1
    indices = paddle.arange(count).unsqueeze(1) * step + paddle.arange(size)
    slices = x.index_select(indices.flatten(), dimension)
    slices = slices.reshape([*x.shape[:dimension], count, size, *x.shape[dimension + 1 :]])
    return paddle.moveaxis(slices, dimension + 1, -1)


def x_log_y(input: paddle.Tensor, other):
    """PyTorch's `xlogy`: 0 where the first value is 0."""
    if not paddle.is_tensor(input):
        input = paddle.full_like(other, input)
    if not paddle.is_tensor(other):
        other = paddle.full([], other, promoted_dtype(input, other))
    is_zero = (input == 0) & ~paddle.isnan(other)
    return paddle.where(is_zero, paddle.zeros_like(input), input * paddle.log(other))


def in_single_precision(function: Any, *args, dtype: Any = None, **kwargs) -> paddle.Tensor:
    """Calls a function that has no kernel for half precision, and converts its result."""
    if dtype not in (paddle.float16, paddle.bfloat16):
        return function(*args, dtype=dtype, **kwargs)
    return function(*args, dtype=paddle.float32, **kwargs).astype(dtype)
