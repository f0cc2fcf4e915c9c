"""Methods of tensors in programs, which `to_static` makes. Tensors outside of programs have them."""

from __future__ import annotations

import math
from typing import Any

import paddle


class ProgramSize:
    """The size of a value in a program, which is called for the shape or the length of a dimension."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, dim: int | None = None):
        if dim is not None:
            length = self.value.shape[dim]
            return length if length >= 0 else paddle.shape(self.value)[dim]
        lengths = [self(at) for at in range(len(self.value.shape))]
        are_known = all(isinstance(length, int) for length in lengths)
        return paddle.Size(lengths) if are_known else lengths


class KnownProgramSize(ProgramSize, int):
    """The number of elements, if it is known, which can be called, too."""

    def __new__(cls, value: Any):
        return int.__new__(cls, math.prod(value.shape))


def program_size(value: Any) -> ProgramSize:
    """The size of a value, which is a number only if all lengths are known."""
    return ProgramSize(value) if -1 in value.shape else KnownProgramSize(value)


def program_view(self, *shape):
    """The values in another shape. A program has no views: nothing changes in place."""
    if isinstance(shape[0], (str, type(paddle.float32))):
        raise NotImplementedError("`view` with a data type in a program")
    return self.reshape(shape[0] if isinstance(shape[0], (list, tuple)) else list(shape))


def program_view_as(self, other):
    """The values in the shape of another value."""
    return self.reshape(other.size())


def program_relu(self):
    """The values without negative ones."""
    return paddle.nn.functional.relu(self)


def extend_programs() -> None:
    """Lets code that `to_static` compiles call `size`, `view`, `view_as` and `relu`."""
    value = paddle.pir.Value
    value.size = property(program_size)
    value.view = program_view
    value.view_as = program_view_as
    value.relu = program_relu


extend_programs()
