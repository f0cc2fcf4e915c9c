"""Functions that move values, for complex ones, for which Paddle has no kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle

from .methods import extend_method


def by_parts(original: Callable[..., Any]):
    """Computes the real and the imaginary part, one after the other."""

    def is_complex(value: Any) -> bool:
        return isinstance(value, paddle.Tensor) and value.is_complex()

    def function(*args, **kwargs):
        if not any(is_complex(value) for value in (*args, *kwargs.values())):
            raise NotImplementedError

        def part(name: str):
            values = [getattr(value, name)() if is_complex(value) else value for value in args]
            keywords = {key: getattr(v, name)() if is_complex(v) else v for key, v in kwargs.items()}
            return original(*values, **keywords)

        real, imaginary = part("real"), part("imag")
        if isinstance(real, paddle.Tensor):
            return paddle.complex(real, imaginary)
        return type(real)(paddle.complex(*parts) for parts in zip(real, imaginary))

    return function


def extend_complex_values() -> None:
    """Lets functions that gather, store, repeat and split values take complex ones."""
    names = (
        "chunk expand_as gather index_add put_along_axis repeat_interleave scatter scatter_add split take_along_axis"
    )
    for name in names.split():
        for owner in paddle, paddle.Tensor:
            if hasattr(owner, name):
                extend_method(name, by_parts(getattr(owner, name)), [owner])


extend_complex_values()
