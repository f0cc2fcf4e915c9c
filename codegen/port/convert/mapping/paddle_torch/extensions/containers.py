"""Methods of containers of layers and parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle


def container_extensions() -> None:
    """Adds to containers the methods that only PyTorch's containers have."""
    mapping, sequence = paddle.nn.ParameterDict, paddle.nn.Sequential
    mapping.keys = lambda self: self._parameters.keys()
    mapping.values = lambda self: self._parameters.values()
    mapping.items = lambda self: self._parameters.items()
    mapping.__contains__ = lambda self, key: key in self._parameters
    mapping.__delitem__ = lambda self, key: self._parameters.pop(key)
    mapping.get = lambda self, key, default=None: self._parameters.get(key, default)
    mapping.pop = lambda self, key: self._parameters.pop(key)
    mapping.clear = lambda self: self._parameters.clear()
    mapping.__setitem__ = _with_parameters(mapping.__setitem__)
    sequence.__add__ = lambda self, other: paddle.nn.Sequential(*self, *other)
    sequence.__iadd__ = _joined
    sequence.__mul__ = sequence.__rmul__ = lambda self, times: paddle.nn.Sequential(*list(self) * times)
    sequence.__delitem__ = _deleted
    sequence.__setitem__ = _replaced
    sequence.append = lambda self, layer: _joined(self, [layer])
    sequence.extend = _joined
    sequence.insert = _inserted
    sequence.pop = _popped
    sequence.__getitem__ = _sliced(sequence.__getitem__)


def _with_parameters(original: Callable[..., Any]):
    """A dictionary makes parameters of tensors."""

    def set_item(self, key, value) -> None:
        is_plain = isinstance(value, paddle.Tensor) and not isinstance(value, paddle.base.framework.EagerParamBase)
        original(self, key, paddle.nn.Parameter(value) if is_plain else value)

    return set_item


def _renumbered(self, layers):
    """Replaces the layers of a sequence, and numbers them."""
    self._sub_layers.clear()
    self._sub_layers.update((str(number), layer) for number, layer in enumerate(layers))
    return self


def _joined(self, layers):
    """Appends several layers."""
    for layer in list(layers):
        self.add_sublayer(str(len(self)), layer)
    return self


def _deleted(self, key) -> None:
    """Removes a layer or several of them. The others are numbered again, whatever their names were."""
    names = list(self._sub_layers)[key]
    for name in names if isinstance(key, slice) else [names]:
        del self._sub_layers[name]
    _renumbered(self, list(self._sub_layers.values()))


def _replaced(self, key, layer) -> None:
    """Replaces a layer, which keeps its name."""
    self._sub_layers[key if isinstance(key, str) else list(self._sub_layers)[key]] = layer


def _inserted(self, index, layer):
    """Inserts a layer. Those behind it are numbered again."""
    layers = list(self._sub_layers.values())
    if not -len(layers) <= index <= len(layers):
        raise IndexError(f"Index out of range: {index}")
    layers.insert(index, layer)
    return _renumbered(self, layers)


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
