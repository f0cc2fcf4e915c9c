"""Saving, loading, exporting."""

from __future__ import annotations

import contextlib
import io
import os
from typing import Any

import paddle

from .checkpoints import is_pytorch_file, load_pytorch_file


def load_object(f, map_location=None, pickle_module: Any = None, **options):
    """Loads saved objects to the current device, from a path or an open file that PyTorch or Paddle wrote."""
    with contextlib.ExitStack() as opened:
        file = io.BytesIO(f.read()) if hasattr(f, "read") else opened.enter_context(open(f, "rb"))
        head = file.read(32)
        file.seek(0)
        if is_pytorch_file(head):
            return load_pytorch_file(file)
        return paddle.load(file if isinstance(file, io.BytesIO) else os.fspath(f))


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
