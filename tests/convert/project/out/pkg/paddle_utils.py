"""What converted code needs beside the framework."""

from __future__ import annotations

import collections
import functools
import paddle
from typing import Any


TENSOR_TYPES = {
    "HalfTensor": "float16", "BFloat16Tensor": "bfloat16", "FloatTensor": "float32", "DoubleTensor": "float64",
    "ByteTensor": "uint8", "CharTensor": "int8", "ShortTensor": "int16", "IntTensor": "int32", "LongTensor": "int64",
    "BoolTensor": "bool",
}  # fmt: skip


def tensor_type(x: paddle.Tensor, dtype: Any = None, **kwargs):
    """PyTorch's `Tensor.type`: the name of the type, or the tensor in another one."""
    if not paddle.is_tensor(x):
        return x.type(**kwargs) if dtype is None else x.type(dtype, **kwargs)
    dtype = kwargs.get("dst_type", dtype)
    if dtype is None:
        dtype = str(x.dtype).rsplit(".", 1)[-1]
        place = "torch.cuda." if x.place.is_gpu_place() else "torch."
        return place + next(name for name in TENSOR_TYPES if TENSOR_TYPES[name] == dtype)
    if dtype is paddle.Tensor:
        dtype = paddle.get_default_dtype()
    dtype = getattr(dtype, "dtype", dtype)
    for name in TENSOR_TYPES:
        if dtype is getattr(paddle, name, None) or isinstance(dtype, str) and dtype.endswith("." + name):
            dtype = TENSOR_TYPES[name]
    result = x.astype(dtype)
    # Integers and truth values have no gradients.
    return result if result.is_floating_point() or result.is_complex() else result.detach()


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


def tensor_max(input: paddle.Tensor, *args, **kwargs):
    """PyTorch's `max`: the largest element, those along a dimension with their indices, or those of two tensors."""
    return extreme_values("max", input, args, kwargs)


def tensor_min(input: paddle.Tensor, *args, **kwargs):
    """PyTorch's `min`: the smallest element, those along a dimension with their indices, or those of two tensors."""
    return extreme_values("min", input, args, kwargs)


def singular_values(input: paddle.Tensor, some: bool = True):
    """PyTorch's `svd`: the last part is the matrix itself, not its conjugate transpose."""
    u, s, vh = paddle.linalg.svd(input, full_matrices=not some)
    return named_values("U S V", (u, s, vh.conj().swapaxes(-2, -1)))
