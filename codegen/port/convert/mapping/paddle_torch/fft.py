"""Shifts of frequencies."""

from __future__ import annotations

import paddle


def _rolled(input: paddle.Tensor, dim, forward: bool):
    """Rolls dimensions by half of their lengths. Paddle's function fails for a single dimension."""
    dims = range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    shifts = [input.shape[d] // 2 if forward else -(input.shape[d] // 2) for d in dims]
    return paddle.roll(input, shifts, list(dims)) if shifts else input


def shifted_frequencies(input: paddle.Tensor, dim: int | None = None):
    """PyTorch's `fftshift`: puts the frequency zero into the middle."""
    return _rolled(input, dim, True)


def unshifted_frequencies(input: paddle.Tensor, dim: int | None = None):
    """PyTorch's `ifftshift`: puts the frequency zero back to the front."""
    return _rolled(input, dim, False)
