"""Placeholders for what is not converted."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any


class Unconverted(abc.ABCMeta):
    """The type of placeholders for names without a counterpart. Mentioning a placeholder works, using it fails."""

    def __call__(cls, *args, **kwargs):
        raise NotImplementedError(f"`{cls.unconverted}` is not converted")

    def __getattr__(cls, name: str):
        raise AttributeError(f"`{name}`: `{type.__getattribute__(cls, 'unconverted')}` is not converted")

    def decorate(cls, function: Callable[..., Any]):
        return cls


def unconverted(text: str):
    """The placeholder for a name."""
    return Unconverted(text, (), {"unconverted": text})
