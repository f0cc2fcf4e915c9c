"""Extending functions and methods of Paddle where it raises an error or lacks the name."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import paddle


def with_fallback(original: Callable[..., Any], in_pytorch):
    """A function of Paddle, with another one for arguments that it rejects."""

    @functools.wraps(original)
    def function(*args, **kwargs):
        try:
            return original(*args, **kwargs)
        except (AssertionError, AttributeError, RuntimeError, SystemError, TypeError, ValueError) as error:
            reason = error
        if "keepdims" in kwargs:
            return function(*args, **{"keepdim" if key == "keepdims" else key: kwargs[key] for key in kwargs})
        if not args and "x" in kwargs and "x" not in inspect.signature(in_pytorch).parameters:
            args, kwargs = (kwargs["x"],), {key: value for key, value in kwargs.items() if key != "x"}
        try:
            return in_pytorch(*args, **kwargs)
        except NotImplementedError:
            raise reason from None
        except TypeError as error:
            # Arguments with Paddle's names are none of PyTorch's: the error of Paddle stays.
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            raise reason from None

    return function


def extend_method(name: str, in_pytorch, owners=(paddle, paddle.Tensor)) -> None:
    """Lets a function and a method take PyTorch's arguments if Paddle rejects them, or adds what Paddle lacks."""
    for owner in owners:
        original = getattr(owner, name, None)
        if original is not None:
            setattr(owner, name, with_fallback(original, in_pytorch))
        elif owner is paddle.Tensor:
            setattr(owner, name, in_pytorch)


def with_keywords(original: Callable[..., Any], **names):
    """A function that also takes PyTorch's names of arguments."""

    def function(*args, **kwargs):
        if not names.keys() & kwargs.keys():
            raise NotImplementedError
        return original(*args, **{names.get(key, key): kwargs[key] for key in kwargs})

    return function
