"""Random numbers that can be repeated."""

from __future__ import annotations

import contextlib
import secrets
from typing import Any

import paddle


def current_seed():
    """The seed of the random numbers."""
    return paddle.get_rng_state("cpu")[0].current_seed()


def cloned_generator(generator: Any):
    """PyTorch's `Generator.clone_state`: a generator that continues with the same numbers."""
    clone = paddle.Generator()
    clone.set_state(generator.get_state())
    return clone


class ForkRandomState(contextlib.ContextDecorator):
    """Restores the state of the random numbers at the end of a block."""

    def __init__(self, devices=None, enabled: bool = True, **options) -> None:
        self._enabled = enabled

    def __enter__(self) -> None:
        self._state = paddle.get_rng_state() if self._enabled else None

    def __exit__(self, *error) -> None:
        if self._enabled:
            paddle.set_rng_state(self._state)


def renew_seed():
    """Seeds the random numbers with an unpredictable number, and returns it."""
    seed = secrets.randbits(63)
    paddle.seed(seed)
    return seed


class SetDeterministic:
    """Chooses algorithms that give the same result each time, and keeps the choice."""

    def __init__(self) -> None:
        self.mode = False

    def __call__(self, mode: Any) -> None:
        self.mode = bool(mode)
        if paddle.is_compiled_with_cuda():
            paddle.set_flags({"FLAGS_cudnn_deterministic": self.mode})


set_deterministic = SetDeterministic()
