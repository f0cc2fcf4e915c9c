"""Methods of containers of layers and parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle


def container_extensions() -> None:
    """Adds to containers the methods that only PyTorch's containers have."""
    mapping, listed, sequence = paddle.nn.ParameterDict, paddle.nn.ParameterList, paddle.nn.Sequential
    mapping.keys = lambda self: self._parameters.keys()
    mapping.values = lambda self: self._parameters.values()
    mapping.items = lambda self: self._parameters.items()
    mapping.__contains__ = lambda self, key: key in self._parameters
    mapping.__delitem__ = lambda self, key: self._parameters.pop(key)
    mapping.get = lambda self, key, default=None: self._parameters.get(key, default)
    mapping.pop = lambda self, key: self._parameters.pop(key)
    mapping.clear = lambda self: self._parameters.clear()
    listed.extend = _extended
    listed.__iadd__ = _extended
    sequence.__add__ = lambda self, other: paddle.nn.Sequential(*self, *other)
    sequence.pop = _popped
    sequence.__getitem__ = _sliced(sequence.__getitem__)


def _extended(self, parameters):
    """Appends several parameters."""
    for parameter in parameters:
        self.append(parameter)
    return self


def _popped(self, key: paddle.Tensor):
    """Removes a layer, and returns it."""
    layer = self[key]
    del self[key]
    return layer


def _sliced(original: Callable[..., Any]):
    """A part of a sequence. Its layers keep their names."""

    def item(self, key: paddle.Tensor):
        if isinstance(key, slice):
            return type(self)(*list(self._sub_layers.items())[key])
        return original(self, key)

    return item


container_extensions()
