"""The values of tensors in half precision."""

from __future__ import annotations

import paddle


def extend_half_values() -> None:
    """Lets `tolist` return the numbers of a `bfloat16` tensor. Paddle's returns their bits."""
    original = paddle.Tensor.tolist

    def tolist(self):
        return original(self.astype("float32") if self.dtype == paddle.bfloat16 else self)

    tolist.__doc__ = original.__doc__
    paddle.Tensor.tolist = tolist


extend_half_values()
