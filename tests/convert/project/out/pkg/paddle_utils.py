"""What converted code needs beside the framework."""

from __future__ import annotations

import paddle


def extreme_values(name: str, x: paddle.Tensor, args, kwargs):
    """PyTorch's `max` and `min`: of all elements, along a dimension with the indices, or of two tensors."""
    if not isinstance(x, paddle.Tensor):
        return getattr(x, name)(*args, **kwargs)
    if args and isinstance(args[0], paddle.Tensor) or "other" in kwargs:
        return getattr(paddle, f"{name}imum")(
            x, *args, **{"y" if key == "other" else key: kwargs[key] for key in kwargs}
        )
    if "axis" in kwargs:
        kwargs["dim"] = kwargs.pop("axis")
    is_supported = str(x.dtype).rsplit(".", 1)[-1] in ("float16", "bfloat16", "float32", "float64", "int32", "int64")
    found = getattr(paddle.compat, name)(x if is_supported else x.astype("int64"), *args, **kwargs)
    if is_supported:
        return found
    if isinstance(found, paddle.Tensor):
        return found.astype(x.dtype)
    return found._replace(values=found.values.astype(x.dtype))


def tensor_min(input: paddle.Tensor, *args, **kwargs):
    """PyTorch's `min`: the smallest element, those along a dimension with their indices, or those of two tensors."""
    return extreme_values("min", input, args, kwargs)
