"""Saving, loading, exporting."""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import io
import os
import pickle
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
        try:
            return paddle.load(file if isinstance(file, io.BytesIO) else os.fspath(f))
        except NotImplementedError:
            # A container of layers, which Paddle takes for a list.
            file.seek(0)
            return pickle.load(file)


def onnx_export(model, f):
    """Exports a model to ONNX. Paddle adds the extension to the path."""
    return paddle.onnx.export(model, os.path.splitext(f)[0])


def has_layer(obj: Any) -> bool:
    """Whether an object is a layer, or a container of layers, which Paddle refuses to save."""
    if isinstance(obj, dict):
        return any(has_layer(value) for value in obj.values())
    is_container = isinstance(obj, (list, tuple))
    return any(has_layer(item) for item in obj) if is_container else isinstance(obj, paddle.nn.Layer)


class LayerPickler(pickle.Pickler):
    """Writes layers. Their parameters stay parameters, which are tensors otherwise."""

    def reducer_override(self, obj: Any):
        if not isinstance(obj, paddle.base.framework.EagerParamBase):
            return NotImplemented
        return parameter_from, (obj.detach().clone(), not obj.stop_gradient)


def parameter_from(data: paddle.Tensor, requires_grad: bool):
    """A parameter that was saved."""
    parameter = paddle.nn.Parameter(data)
    parameter.stop_gradient = not requires_grad
    return parameter


def save_object(obj: Any, f, pickle_module: Any = None, pickle_protocol: int = 4, **options) -> None:
    """Saves tensors, and containers of them, to a path or an open file."""
    protocol = max(pickle_protocol, 2)
    if has_layer(obj):
        with contextlib.nullcontext(f) if hasattr(f, "write") else open(f, "wb") as file:
            LayerPickler(file, protocol).dump(obj)
        return
    if not hasattr(f, "write"):
        paddle.save(obj, os.fspath(f), protocol=protocol)
        return
    buffer = io.BytesIO()
    paddle.save(obj, buffer, protocol=protocol)
    f.write(buffer.getvalue())


def installed_version(distribution_name: str) -> str:
    """The version of an installed distribution. Paddle's is known, whichever of its wheels is installed."""
    if distribution_name in ("paddle", "paddlepaddle"):
        return paddle.__version__
    return importlib.metadata.version(distribution_name)


def address_of_storage(tensor: paddle.Tensor) -> int:
    """The address of a tensor's memory: tensors with the same one share it."""
    return tensor.data_ptr()


def bytes_of_storage(tensor: paddle.Tensor) -> int:
    """The size of a tensor's values in bytes."""
    return tensor.size * tensor.element_size()


def load_safetensors_model(model, filename, strict: bool = True, device: Any = "cpu"):
    """Loads a safetensors file into a layer, and returns the missing and the unexpected names."""
    safetensors = importlib.import_module("safetensors.paddle")
    return tuple(model.load_state_dict(safetensors.load_file(filename), strict=strict))


def save_safetensors_model(model, filename: str, metadata: Any = None, force_contiguous: bool = True) -> None:
    """Saves a layer to a safetensors file: of values that have several names, those under the first one."""
    safetensors = importlib.import_module("safetensors.paddle")
    values, addresses = {}, set()
    for name, value in model.state_dict().items():
        address = (value.data_ptr(), tuple(value.shape))
        if address not in addresses:
            addresses.add(address)
            values[name] = value.contiguous() if force_contiguous else value
    safetensors.save_file(values, filename, metadata)
