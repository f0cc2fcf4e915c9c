"""Saving, loading, exporting."""

from __future__ import annotations

import io
import os
from typing import Any

import paddle


def load_object(f, map_location=None, pickle_module: Any = None, **options):
    """Loads saved objects to the current device, from a path or an open file."""
    return paddle.load(io.BytesIO(f.read()) if hasattr(f, "read") else os.fspath(f))


def onnx_export(model, f):
    """Exports a model to ONNX. Paddle adds the extension to the path."""
    return paddle.onnx.export(model, os.path.splitext(f)[0])


def save_object(obj: Any, f, pickle_module: Any = None, pickle_protocol: int = 4, **options) -> None:
    """Saves tensors, and containers of them, to a path or an open file."""
    protocol = max(pickle_protocol, 2)
    if not hasattr(f, "write"):
        paddle.save(obj, os.fspath(f), protocol=protocol)
        return
    buffer = io.BytesIO()
    paddle.save(obj, buffer, protocol=protocol)
    f.write(buffer.getvalue())
