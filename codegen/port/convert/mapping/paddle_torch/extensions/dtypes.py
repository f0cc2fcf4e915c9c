"""Attributes of data types that tell their kind."""

from __future__ import annotations

import paddle

from ..dtypes import dtype_kind


def extend_dtypes() -> None:
    """Adds the attributes of PyTorch's data types that tell their kind."""
    kind = type(paddle.float32)
    kind.is_floating_point = property(lambda dtype: dtype_kind(dtype) == 2)
    kind.is_complex = property(lambda dtype: dtype_kind(dtype) == 3)


extend_dtypes()
