"""Containers of parameters."""

from __future__ import annotations

from typing import Any

import paddle

from .layer import TorchLayer


class TorchParameterList(TorchLayer, stands_for="ParameterList"):
    """A list of parameters and other values. An assignment replaces a parameter, where Paddle's copies the values."""

    def __init__(self, values: Any = None) -> None:
        super().__init__()
        self._size = 0
        self.extend(values or ())

    def _name(self, index: int) -> str:
        if not -self._size <= index < self._size:
            raise IndexError(f"index {index} is out of range")
        return str(index % self._size)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([self[number] for number in range(*index.indices(self._size))])
        return getattr(self, self._name(index))

    def __setitem__(self, index: int, value: Any) -> None:
        if paddle.is_tensor(value) and not isinstance(value, paddle.nn.parameter.Parameter):
            value = paddle.nn.Parameter(value)
        setattr(self, self._name(index), value)

    def __len__(self) -> int:
        return self._size

    def __iter__(self):
        return iter([self[number] for number in range(self._size)])

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value: Any):
        """Adds a value at the end."""
        self._size += 1
        self[-1] = value
        return self

    def extend(self, values: Any):
        """Adds several values at the end."""
        for value in values:
            self.append(value)
        return self

    def pop(self, index: int = -1):
        """Removes a value, and returns it. Those behind it move forward."""
        values = list(self)
        value = values.pop(index)
        for number in range(self._size):
            delattr(self, str(number))
        self._size = 0
        self.extend(values)
        return value
