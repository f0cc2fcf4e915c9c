"""Shifts along one dimension."""

from __future__ import annotations

import paddle

from .methods import extend_method


def shifted(name: str):
    """`fftshift` and `ifftshift` along one dimension."""

    def function(input: paddle.Tensor, dim: int | None = None, axes=None):
        dim = axes if dim is None else dim
        if not isinstance(dim, int):
            raise NotImplementedError
        return getattr(paddle.fft, name)(input, [dim])

    return function


def extend_fft() -> None:
    """Lets shifts take one dimension as a number."""
    for name in "fftshift", "ifftshift":
        extend_method(name, shifted(name), [paddle.fft])


extend_fft()
