"""Errors that PyTorch raises and Paddle does not, for calls whose errors may be caught."""

from __future__ import annotations

from typing import Any

import paddle


def backward_or_error(value: Any, *args, **kwargs) -> None:
    """`backward`, which PyTorch refuses without a gradient for results of several items, and for constants."""
    if paddle.is_tensor(value):
        if value.stop_gradient:
            raise RuntimeError("the tensor does not require a gradient")
        if not args and kwargs.get("grad_tensor") is None and value.size != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
    value.backward(*args, **kwargs)


def array_or_error(value: Any) -> Any:
    """`numpy`, which PyTorch refuses for tensors that require a gradient."""
    if paddle.is_tensor(value) and not value.stop_gradient:
        raise RuntimeError("a tensor that requires a gradient has no array; call `detach` before `numpy`")
    return value.numpy()


def mean_or_error(value: Any, *args, **kwargs) -> Any:
    """`mean`, which PyTorch refuses for whole numbers."""
    is_whole = paddle.is_tensor(value) and not value.is_floating_point() and not value.is_complex()
    if is_whole and kwargs.get("dtype") is None:
        raise RuntimeError(f"the mean of {value.dtype} has no data type")
    return value.mean(*args, **kwargs)


def requiring_gradient(value: Any, requires_grad: bool = True) -> Any:
    """A tensor that requires a gradient, which PyTorch refuses for whole numbers and truth values."""
    if paddle.is_tensor(value):
        if requires_grad and not value.is_floating_point() and not value.is_complex():
            raise RuntimeError("only tensors of floating point and complex data types can require gradients")
        value.stop_gradient = not requires_grad
        return value
    return value.requires_grad_(requires_grad)
