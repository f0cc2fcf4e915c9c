"""Finds the public names of Paddle that helpers replace when their modules are imported, and prints them as JSON."""

from __future__ import annotations

import ast
import importlib
import json
import os
import pathlib
from typing import Any

import paddle

import paddle_torch

PACKAGE = pathlib.Path(paddle_torch.__file__).parent


def public_names() -> dict[str, Any]:
    """The public names of Paddle's modules and classes, also the operators of tensors, with what they stand for."""
    owners = {"paddle": paddle, "paddle.Tensor": paddle.Tensor, "paddle.pir.Value": paddle.pir.Value, "paddle.nn.Layer": paddle.nn.Layer}
    for path in ("fft", "linalg", "nn", "nn.functional", "autograd", "io", "optimizer", "distribution", "compat", "compat.nn"):
        module = paddle
        for part in path.split("."):
            module = getattr(module, part)
        owners[f"paddle.{path}"] = module
    for path in ("nn", "compat.nn"):
        layers = owners[f"paddle.{path}"]
        classes = {name: value for name, value in vars(layers).items() if isinstance(value, type) and name != "Layer"}
        owners.update({f"paddle.{path}.{name}": value for name, value in classes.items()})
    owners["paddle.autograd.PyLayerContext"] = paddle.autograd.PyLayerContext
    names = {}
    for path, owner in owners.items():
        for name, value in vars(owner).items():
            if not name.startswith("_") or name.startswith("__") and name not in ("__dict__", "__doc__", "__weakref__"):
                names[f"{path}.{name}"] = value
    return names


def effects() -> dict[str, list[str]]:
    """The functions that each module calls when it is imported."""
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        calls = [node.value for node in ast.parse(file.read_text()).body if isinstance(node, ast.Expr)]
        names = [call.func.id for call in calls if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)]
        if names:
            path = file.relative_to(PACKAGE.parent).with_suffix("")
            found[".".join(path.parts)] = names
    return found


def replaced_by(module: str, helpers: list[str]) -> dict[str, list[str]]:
    """The names that each of these functions replaces. Must run in a process of its own."""
    before = public_names()
    imported = importlib.import_module(module)
    after = public_names()
    changed = [name for name in before if after.get(name) is not before[name]]
    if len(helpers) == 1:
        return {helpers[0]: changed}
    found = {}
    for helper in helpers:
        getattr(imported, helper)()
        again = public_names()
        found[helper] = [name for name in changed if again[name] is not after[name]]
        after = again
    return found


def all_replaced() -> dict[str, list[str]]:
    """The names that each helper replaces. Each module is imported in a process of its own."""
    found = {}
    for module, helpers in effects().items():
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.write(writer, json.dumps(replaced_by(module, helpers)).encode())
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as file:
            found.update(json.loads(file.read() or "{}"))
        os.waitpid(child, 0)
    return found


if __name__ == "__main__":
    print("RESULTS " + json.dumps(all_replaced()))
