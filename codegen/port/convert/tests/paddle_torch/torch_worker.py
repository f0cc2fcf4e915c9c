"""Evaluates expressions with PyTorch: reads pickled requests, and writes pickled results.

Arrays are shapes, types and bytes, because NumPy may be of another version here.
"""

import pickle
import sys
import traceback

import numpy
import torch


def arrays(value):
    """Tensors as arrays, in lists and tuples, too."""
    if isinstance(value, torch.Tensor):
        array = value.detach().numpy()
        return {"shape": array.shape, "dtype": str(array.dtype), "data": array.tobytes()}
    if isinstance(value, (list, tuple)):
        return [arrays(item) for item in value]
    return value


def fill(layer):
    """Gives the parameters of a layer known values, and returns the layer."""
    for number, parameter in enumerate(layer.parameters()):
        count = parameter.numel()
        known = 0.5 * numpy.sin(number + 0.7 * numpy.arange(count))
        parameter.data.copy_(torch.tensor(known.reshape(tuple(parameter.shape)), dtype=parameter.dtype))
    return layer


def outputs_and_gradients(function, inputs):
    """The results of a function, and the gradients of its inputs."""
    tensors = {name: torch.tensor(numpy.frombuffer(value["data"], value["dtype"]).reshape(value["shape"])) for name, value in inputs.items()}
    floating = [tensor.requires_grad_() for tensor in tensors.values() if tensor.is_floating_point()]
    results = function(**tensors)
    results = list(results) if isinstance(results, (list, tuple)) else [results]
    loss = sum((r * torch.arange(r.numel(), dtype=r.dtype).reshape(r.shape).cos()).sum() for r in results if r.requires_grad)
    if isinstance(loss, torch.Tensor):
        loss.backward()
    return [arrays(results), [None if t.grad is None else arrays(t.grad) for t in floating]]


def main():
    """Answers requests until the input ends."""
    names = {"torch": torch, "F": torch.nn.functional, "numpy": numpy, "fill": fill}
    while True:
        try:
            code, inputs = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            if inputs:
                function = eval(f"lambda {', '.join(inputs)}: {code}", dict(names))
                answer = True, outputs_and_gradients(function, inputs)
            else:
                scope = dict(names)
                *statements, last = code.strip().split("\n")
                exec("\n".join(statements), scope)
                answer = True, arrays(eval(last, scope))
        except Exception:
            answer = False, traceback.format_exc()
        pickle.dump(answer, sys.stdout.buffer)
        sys.stdout.buffer.flush()


main()
