"""Code for Paddle. `paddle_code.py` prints its results as JSON, `paddle_code.py beside` those beside all helpers."""

from __future__ import annotations

import importlib
import json
import sys

import numpy
import paddle
from replaced_names import effects


def filled(layer):
    """A layer whose parameters have known values."""
    for number, parameter in enumerate(layer.parameters()):
        count = int(numpy.prod(parameter.shape))
        parameter.set_value((numpy.arange(count) % 5 - number).reshape(parameter.shape).astype("float32") / 4)
    return layer


def trained():
    """A small model after three steps of Paddle's own optimizer."""
    layers = [paddle.nn.Linear(4, 3), paddle.nn.ReLU(), paddle.nn.Dropout(0.0), paddle.nn.Linear(3, 1)]
    model = filled(paddle.nn.Sequential(*layers))
    optimizer = paddle.optimizer.AdamW(learning_rate=0.1, parameters=model.parameters(), weight_decay=0.1)
    data = paddle.arange(8.0).reshape([2, 4]) / 8
    for _ in range(3):
        loss = paddle.nn.functional.mse_loss(model(data), paddle.ones([2, 1]))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
    return [parameter.numpy() for parameter in model.parameters()]


def changed_in_place():
    """In-place methods, with Paddle's arguments."""
    x = paddle.arange(4.0)
    x.add_(paddle.ones([4])).multiply_(paddle.full([4], 2.0)).scale_(0.5).clip_(0, 3)
    x[1:3] = 7.0
    x[paddle.to_tensor([0])] = x[3]
    return x


def loaded():
    """States, with Paddle's names of arguments."""
    layer, other = filled(paddle.nn.Linear(2, 2)), paddle.nn.Linear(2, 2)
    state = layer.state_dict()
    missing = other.set_state_dict(state, use_structured_name=True)
    third = paddle.nn.Linear(2, 2)
    third.load_state_dict(state, strict=True)
    return [isinstance(state["weight"], paddle.base.framework.EagerParamBase), other.weight, third.bias, [list(m) for m in missing]]


def cast():
    """Data types of layers, with Paddle's arguments."""
    model = paddle.nn.Sequential(paddle.nn.Linear(2, 2), paddle.nn.LayerNorm(2))
    model.float(excluded_layers=[paddle.nn.LayerNorm])
    model.to(dtype="float64", blocking=True)
    return [str(parameter.dtype) for parameter in model.parameters()]


def failure(code):
    """The error that code for Paddle raises."""
    try:
        code()
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[-1]}"
    return "none"


X = paddle.arange(12.0).reshape([3, 4])
# Code for Paddle.
CODE = {
    "split": lambda: X.split(3),
    "split along an axis": lambda: paddle.split(X, num_or_sections=[1, -1], axis=1),
    "chunk": lambda: paddle.chunk(X, chunks=2, axis=1),
    "concat": lambda: paddle.concat(x=[X, X], axis=1),
    "stack": lambda: paddle.stack([X, X], axis=-1),
    "where": lambda: paddle.where(X > 3, X, paddle.zeros_like(X)),
    "operators": lambda: [X + 1, 2 * X, X**2, X // 3, X % 3, X @ X.t(), -X, X == 3, 1 / (X + 1)],
    "functions of two values": lambda: [paddle.add(x=X, y=X), paddle.maximum(x=X, y=X / 2), paddle.pow(x=X, y=2)],
    "reductions": lambda: [X.sum(axis=0, keepdim=True), X.mean(axis=[0, 1]), X.std(axis=1, unbiased=False), X.max(axis=0), paddle.any(X > 3, axis=0)],
    "indices": lambda: [X[0], X[:, 1:3], X[..., None], X[[0, 2]], X[X > 5], X[paddle.to_tensor([0, 1]), 1]],
    "gather": lambda: paddle.gather(X, paddle.to_tensor([0, 2]), axis=0),
    "scatter": lambda: paddle.scatter(X, paddle.to_tensor([1]), paddle.ones([1, 4]), overwrite=True),
    "clip": lambda: X.clip(min=2.0, max=5.0),
    "view": lambda: X.view([4, 3]),
    "einsum": lambda: paddle.einsum("ij,ij->i", X, X),
    "changes": changed_in_place,
    "states": loaded,
    "data types": cast,
    "training": trained,
    "activations": lambda: [paddle.nn.LeakyReLU(0.2)(X - 5), paddle.nn.Softmax(axis=0)(X), paddle.nn.Dropout(p=0.0, mode="upscale_in_train")(X), paddle.nn.Flatten(0, 1)(X), paddle.nn.GELU(approximate=True)(X)],
    "containers": lambda: [type(layer).__name__ for layer in paddle.nn.Sequential(("a", paddle.nn.ReLU()), ("b", paddle.nn.Tanh()))],
    "errors": lambda: [failure(lambda: paddle.prod(x=X, axis=3)), failure(lambda: paddle.cumsum(x=X, axis=7)), failure(lambda: paddle.clip(x=X, min="a"))],
    "bool and int": lambda: [bool(X[0, 1]), int(X[0, 2]), float(X[0, 3])],
}


def results():
    """The results of all code, as lists."""

    def plain(value):
        if isinstance(value, paddle.Tensor):
            value = value.numpy()
        if isinstance(value, numpy.ndarray):
            return [list(value.shape), value.astype("float64").flatten().tolist()]
        return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value

    return {name: plain(code()) for name, code in CODE.items()}


def results_beside_helpers():
    """The results in a process that has imported all helpers."""
    for module in effects():
        if not module.endswith("pretrained_models"):
            importlib.import_module(module)
    return results()


if __name__ == "__main__":
    print("RESULTS " + json.dumps(results_beside_helpers() if sys.argv[1:] == ["beside"] else results()))
