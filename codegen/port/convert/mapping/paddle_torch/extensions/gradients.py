"""The attributes and methods of gradients."""

from __future__ import annotations

import paddle


def extend_gradients() -> None:
    """Lets gradients be changed in place. As in PyTorch, they are not differentiated
    themselves unless they were computed for that."""
    original = paddle.Tensor.grad

    def grad(self):
        gradient = original.__get__(self)
        if gradient is not None and gradient.is_leaf:
            gradient.stop_gradient = True
        return gradient

    if not isinstance(original, property):
        paddle.Tensor.grad = property(grad, original.__set__, original.__delete__)


extend_gradients()
