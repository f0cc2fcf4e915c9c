"""Methods that make new tensors."""

from __future__ import annotations

from typing import Any

import paddle

from .methods import extend_method


def pytorch_new_tensor(self, data, dtype: Any = None, device: Any = None, requires_grad: bool = False, **settings):
    """A tensor of other values, with the data type of this one."""
    data = data.detach().clone() if isinstance(data, paddle.Tensor) else data
    made = paddle.to_tensor(data, dtype=self.dtype if dtype is None else dtype, place=device or self.place)
    made.stop_gradient = not requires_grad
    return made


def pytorch_new(self, *args, **settings):
    """A tensor of the data type of this one: of some values, or of a shape."""
    if (
        len(args) == 1
        and isinstance(args[0], (list, tuple, paddle.Tensor))
        and not isinstance(args[0], type(self.shape))
    ):
        return self.new_tensor(args[0])
    return self.new_empty(*args)


def extend_creation() -> None:
    """Adds methods that make new tensors, which Paddle lacks."""
    extend_method("new_tensor", pytorch_new_tensor, [paddle.Tensor])
    extend_method("new", pytorch_new, [paddle.Tensor])


extend_creation()
