"""Runs a model once, forwards and backwards, and records the tensors that enter and leave each of its layers.

    record.py torch|paddle JOBS         JOBS: JSON, a list of {project, model, inputs, weights, out, seed, train}

The first framework writes the weights, and the second one loads them.
"""

import importlib
import json
import os
import random
import re
import sys
import zlib

import numpy


class Torch:
    """What differs between the frameworks, in PyTorch."""

    def __init__(self):
        import torch

        self.framework, self.tensor_type = torch, torch.Tensor
        self.manual_seed = torch.manual_seed

    def tensor(self, array):
        tensor = self.framework.from_numpy(array)
        return tensor.requires_grad_(array.dtype.kind == "f")

    def array(self, tensor):
        tensor = tensor.detach().cpu()
        is_small = tensor.dtype in (self.framework.bfloat16, self.framework.float16)
        return (tensor.float() if is_small else tensor).numpy().copy()

    def takes_gradient(self, tensor):
        return tensor.requires_grad

    def layers(self, model):
        return model.named_modules()

    def hook(self, layer, enter, leave):
        layer.register_forward_pre_hook(enter)
        layer.register_forward_hook(leave)

    def weighted(self, tensor, weights):
        return (tensor.float() * self.framework.from_numpy(weights)).sum()

    def weights(self, model, path):
        """Seeded values for all weights, which are saved for the other framework."""
        values = {}
        for name, value in model.state_dict().items():
            values[name] = seeded(name, self.array(value))
            value.data.copy_(self.framework.from_numpy(values[name]))
        numpy.savez(path, **values)
        return {name: (parameter, name, False) for name, parameter in model.named_parameters()}


class Paddle:
    """The same in Paddle."""

    renamed = {"_mean": "running_mean", "_variance": "running_var", "_weight": "weight", "scale": "weight"}

    def __init__(self):
        import paddle

        paddle.set_device("cpu")
        self.framework, self.tensor_type = paddle, paddle.Tensor
        self.manual_seed = paddle.seed

    def tensor(self, array):
        return self.framework.to_tensor(array, stop_gradient=array.dtype.kind != "f")

    def array(self, tensor):
        is_small = tensor.dtype in (self.framework.bfloat16, self.framework.float16)
        return numpy.array((tensor.astype("float32") if is_small else tensor).detach().cpu().numpy())

    def takes_gradient(self, tensor):
        return not tensor.stop_gradient

    def layers(self, model):
        return model.named_sublayers(include_self=True)

    def hook(self, layer, enter, leave):
        layer.register_forward_pre_hook(enter)
        layer.register_forward_post_hook(leave)

    def weighted(self, tensor, weights):
        return (tensor.astype("float32") * self.framework.to_tensor(weights)).sum()

    def weights(self, model, path):
        """Loads the weights of the other framework, in the layout of each layer."""
        values = dict(numpy.load(path))
        parameters = {}
        known = [list(layer.named_parameters(include_sublayers=False)) for _, layer in self.layers(model)]
        for (prefix, layer), own in zip(self.layers(model), known):
            buffers = [(name, value) for name, value in layer.__dict__.get("_buffers", {}).items() if value is not None]
            for own_name, value in [*own, *buffers]:
                own_name = own_name.rpartition(".")[2]
                full = ".".join(filter(None, [prefix, own_name]))
                name = full
                if name not in values and own_name in self.renamed:
                    name = ".".join(filter(None, [prefix, self.renamed[own_name]]))
                is_transposed = own_name == "weight" and type(layer) is self.framework.nn.Linear
                if name in values:
                    loaded = values.pop(name)
                    loaded = loaded.T if is_transposed else loaded
                    if list(loaded.shape) != list(value.shape):
                        raise SystemExit(f"the weight `{full}` has the shape {list(value.shape)}, and {list(loaded.shape)} in PyTorch")
                    value.set_value(self.framework.to_tensor(numpy.array(loaded, order="C")).astype(value.dtype))
                parameters[name] = value, name, is_transposed
        missing = [name for name in values if not name.endswith("num_batches_tracked")]
        if missing:
            raise SystemExit(f"the conversion lacks the weights {', '.join(missing[:5])}")
        return parameters


def seeded(name, array):
    """A value of the same type and shape, which depends only on these and the name."""
    noise = numpy.random.RandomState(zlib.crc32(f"{name} {list(array.shape)}".encode())).randn(*array.shape)
    if array.dtype.kind != "f":
        return array
    if name.endswith("running_var"):
        return numpy.asarray(1 + 0.1 * numpy.abs(noise), array.dtype)
    spread = 0.5 / max(1.0, float(array.size) ** 0.25)
    return numpy.asarray(array * 0 + spread * noise + (array.ndim == 1) * 0.5, array.dtype)


def make_input(spec, generator):
    """`float32 2x3`, or `int64 2x3 <10` for whole numbers below 10."""
    match = re.fullmatch(r"\s*(\w+)\s+(\d+(?:x\d+)*|scalar)\s*(?:<\s*(\d+))?\s*", spec)
    if not match:
        raise SystemExit(f"`{spec}` is not an input: write a type and lengths, such as `float32 2x3` or `int64 2x3 <10`")
    kind, lengths, limit = match.groups()
    shape = () if lengths == "scalar" else tuple(map(int, lengths.split("x")))
    if kind == "bool":
        return generator.rand(*shape) > 0.5
    if kind.startswith("float"):
        return numpy.asarray(generator.randn(*shape), kind)
    return generator.randint(0, int(limit or 2), shape).astype(kind)


class Recorder:
    """The tensors that enter and leave layers, in the order of the calls, with their gradients."""

    def __init__(self, side):
        self.side, self.events, self.arrays = side, [], {}

    def watch(self, name, layer):
        self.side.hook(
            layer,
            lambda _, inputs: self.enter(name, inputs),
            lambda _, inputs, outputs: self.add("leave", name, outputs),
        )

    def enter(self, name, inputs):
        """Passes copies, so that their gradients are what this layer alone passes back."""
        copies = self.copied(inputs)
        self.add("enter", name, copies)
        return copies

    def copied(self, values):
        if isinstance(values, self.side.tensor_type):
            return values.clone() if self.side.takes_gradient(values) else values
        return type(values)(map(self.copied, values)) if type(values) in (list, tuple) else values

    def add(self, kind, name, values):
        tensors = list(self.tensors(values))
        event = len(self.events)
        self.events.append([kind, name, [bool(self.side.takes_gradient(tensor)) for tensor in tensors]])
        for index, tensor in enumerate(tensors):
            key = f"{event} {index}"
            self.arrays[f"value {key}"] = self.side.array(tensor)
            if self.side.takes_gradient(tensor):
                tensor.register_hook(lambda gradient, key=key: self.add_gradient(key, gradient))

    def add_gradient(self, key, gradient):
        self.arrays[f"gradient {key}"] = self.side.array(gradient)

    def tensors(self, values):
        if isinstance(values, self.side.tensor_type):
            yield values
        elif isinstance(values, dict):
            for key in sorted(values, key=str):
                yield from self.tensors(values[key])
        elif isinstance(values, (list, tuple)):
            for value in values:
                yield from self.tensors(value)


def seed_all(side, seed):
    random.seed(seed)
    numpy.random.seed(seed)
    side.manual_seed(seed)


def run(side, job):
    path = os.path.abspath(job["project"])
    module, _, build = job["model"].partition(":")
    sys.path.insert(0, path if os.path.isdir(path) else os.path.dirname(path))
    seed_all(side, job["seed"])
    imported = importlib.import_module(module)
    model = eval(build, dict(vars(imported)))
    parameters = side.weights(model, job["weights"])
    model.train() if job["train"] else model.eval()
    recorder = Recorder(side)
    for name, layer in side.layers(model):
        recorder.watch(name, layer)
    generator = numpy.random.RandomState(job["seed"])
    inputs = [side.tensor(make_input(spec, generator)) for spec in job["inputs"]]
    seed_all(side, job["seed"])
    outputs = [tensor for tensor in recorder.tensors(model(*inputs)) if side.takes_gradient(tensor)]
    noise = [numpy.asarray(generator.randn(*tensor.shape), "float32") for tensor in outputs]
    if outputs:
        sum(side.weighted(tensor, weights) for tensor, weights in zip(outputs, noise)).backward()
    for parameter, name, is_transposed in parameters.values():
        if getattr(parameter, "grad", None) is not None:
            gradient = side.array(parameter.grad)
            recorder.arrays[f"parameter {name}"] = gradient.T if is_transposed else gradient
    numpy.savez(job["out"], events=json.dumps(recorder.events), **recorder.arrays)


def main():
    side = {"torch": Torch, "paddle": Paddle}[sys.argv[1]]()
    before = set(sys.modules)
    with open(sys.argv[2]) as jobs:
        for job in json.load(jobs):
            paths = list(sys.path)
            run(side, job)
            sys.path[:] = paths
            for name in set(sys.modules) - before:
                file = getattr(sys.modules[name], "__file__", None) or ""
                if file.startswith(os.path.abspath(os.path.dirname(job["project"]))):
                    del sys.modules[name]


main()
