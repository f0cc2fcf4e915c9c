"""The methods `_max` and `_min` of tensors."""

from __future__ import annotations

import paddle


def _Tensor_max(self, *args, **kwargs):
    """PyTorch's `Tensor.max`: of all elements, along a dimension with indices, or against another tensor."""
    if len(args) == 1 and isinstance(args[0], paddle.Tensor):
        return paddle.maximum(self, args[0], **kwargs)
    if "dim" in kwargs:
        kwargs["axis"] = kwargs.pop("dim")
    values = paddle.max(self, *args, **kwargs)
    if args or kwargs.get("axis") is not None:
        return values, paddle.argmax(self, *args, **kwargs)
    return values


paddle.Tensor._max = _Tensor_max


def _Tensor_min(self, *args, **kwargs):
    """PyTorch's `Tensor.min`: of all elements, along a dimension with indices, or against another tensor."""
    if len(args) == 1 and isinstance(args[0], paddle.Tensor):
        return paddle.minimum(self, args[0], **kwargs)
    if "dim" in kwargs:
        kwargs["axis"] = kwargs.pop("dim")
    values = paddle.min(self, *args, **kwargs)
    if args or kwargs.get("axis") is not None:
        return values, paddle.argmin(self, *args, **kwargs)
    return values


paddle.Tensor._min = _Tensor_min
