"""PyTorch's `Tensor.size()` in programs. Tensors outside of programs have it."""

from __future__ import annotations

import math
from typing import Any

import paddle


class ProgramSize:
    """The size of a value in a program, which is called for the shape or the length of a dimension."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, dim: int | None = None):
        if dim is None:
            return [self(at) for at in range(len(self.value.shape))]
        length = self.value.shape[dim]
        return length if length >= 0 else paddle.shape(self.value)[dim]


class KnownProgramSize(ProgramSize, int):
    """The number of elements, if it is known, which can be called, too."""

    def __new__(cls, value: Any):
        return int.__new__(cls, math.prod(value.shape))


def program_size(value: Any) -> ProgramSize:
    """The size of a value, which is a number only if all lengths are known."""
    return ProgramSize(value) if -1 in value.shape else KnownProgramSize(value)


def extend_program_sizes() -> None:
    """Lets code that `to_static` compiles call `size`."""
    paddle.pir.Value.size = property(program_size)


extend_program_sizes()
