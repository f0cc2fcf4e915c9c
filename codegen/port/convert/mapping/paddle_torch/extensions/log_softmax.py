"""PyTorch's default dimension for `LogSoftmax`."""

from __future__ import annotations

import paddle


def _log_softmax_forward(self, x: paddle.Tensor):
    """Uses PyTorch's default dimension."""
    axis = self._axis
    if axis is None:
        axis = 0 if x.ndim in (0, 1, 3) else 1
    return paddle.nn.functional.log_softmax(x, axis)


paddle.nn.LogSoftmax.forward = _log_softmax_forward
