"""Compares generated kernels for gradients with those of the installed PyTorch.

    compare.py LIBRARY [--limit N] [--operators WORD ...] [--show N]

LIBRARY is what build.sh links. It is loaded after torch, so its kernels replace the installed ones. Two processes, one with the library,
describe what the same samples give: values, nodes and what they save, gradients, second gradients, tangents, inplace forms, out arguments,
and errors. Children do the work for each operator, because a formula may call a function that PyTorch's library hides, which ends the
process. Such children are counted.
"""

import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
import warnings

import torch
from torch.autograd import forward_ad

#: The types of elements of the samples.
TYPES = [torch.float64, torch.complex128, torch.int64]
#: The calls that one child makes. Formulas of tangents are most likely to call what is hidden.
KINDS = [["gradients", "inplace", "inplace leaf", "out", "out with gradients"], ["tangents", "inplace tangents"]]


def numbers(tensor):
    """The elements, or what stands for them."""
    if tensor.layout != torch.strided or tensor.is_nested or tensor.is_quantized:
        return str(tensor)
    return repr(tensor.detach().resolve_conj().resolve_neg().flatten().tolist())


def describe(value):
    if isinstance(value, torch.Tensor):
        facts = [tuple(value.shape), str(value.dtype), value.requires_grad, value._version, numbers(value)]
        return [*facts, describe_node(value.grad_fn)]
    if isinstance(value, (list, tuple)):
        return [describe(one) for one in value]
    return repr(value)


def describe_node(node):
    """A node with what it saves, and the nodes behind it."""
    if node is None:
        return None
    saved = {}
    for name in sorted(dir(node)):
        if name.startswith("_saved_"):
            try:
                value = getattr(node, name)
                saved[name] = numbers(value) if isinstance(value, torch.Tensor) else repr(value)
            except Exception as error:
                saved[name] = str(error)
    return [node.name(), saved, [(edge and edge.name(), at) for edge, at in node.next_functions]]


def differentiable(value):
    """The tensors in a value that have gradients."""
    if isinstance(value, torch.Tensor):
        return [value] if value.requires_grad else []
    if isinstance(value, (list, tuple)):
        return [tensor for one in value for tensor in differentiable(one)]
    return []


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [tensor for one in value for tensor in tensors(one)]
    if isinstance(value, dict):
        return [tensor for one in value.values() for tensor in tensors(one)]
    return []


def mapped(value, change):
    """The value with other tensors."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(mapped(one, change) for one in value)
    if isinstance(value, dict):
        return {key: mapped(one, change) for key, one in value.items()}
    return value


def with_gradient(tensor):
    copied = tensor.detach().clone()
    return copied.requires_grad_() if copied.is_floating_point() or copied.is_complex() else copied


def gradients(function, given):
    """The results, their gradients and the gradients of these."""
    inputs = [tensor for tensor in tensors(given) if tensor.requires_grad]
    results = function(*given[0], **given[1])
    described = [describe(results)]
    outputs = [output for output in differentiable(results) if output.grad_fn is not None]
    if not inputs or not outputs:
        return described
    seeds = [torch.randn_like(output) for output in outputs]
    found = torch.autograd.grad(outputs, inputs, seeds, create_graph=True, allow_unused=True)
    described.append(describe(found))
    further = [gradient for gradient in found if gradient is not None and gradient.requires_grad]
    if further:
        seeds = [torch.randn_like(gradient) for gradient in further]
        described.append(describe(torch.autograd.grad(further, inputs, seeds, allow_unused=True)))
    return described


def tangents(function, given):
    """The tangents of the results."""
    with forward_ad.dual_level():
        def dual(tensor):
            if not (tensor.is_floating_point() or tensor.is_complex()):
                return tensor
            return forward_ad.make_dual(tensor.detach(), torch.randn_like(tensor))

        results = tensors(function(*mapped(given[0], dual), **mapped(given[1], dual)))
        return [describe(list(forward_ad.unpack_dual(result))) for result in results]


def with_out(function, given):
    results = tensors(function(*given[0], **given[1]))
    outs = [torch.empty((0,), dtype=result.dtype) for result in results]
    return describe(function(*given[0], **given[1], out=outs[0] if len(outs) == 1 else tuple(outs)))


def attempt(call):
    torch.manual_seed(0)
    try:
        return call()
    except Exception as error:
        # Behind these words stands where kernels are registered.
        return type(error).__name__, re.split("\nException raised from| is only available for these", str(error))[0]


def calls(op, sample):
    """What is done with a sample, by name."""
    given = ((sample.input, *sample.args), sample.kwargs)
    fresh = lambda: (mapped(given[0], with_gradient), mapped(given[1], with_gradient))
    yield "gradients", lambda: gradients(op.op, fresh())
    if op.inplace_variant is not None and isinstance(sample.input, torch.Tensor):
        def inplace(first, *args, **kwargs):
            return op.inplace_variant(first * 1 if first.requires_grad else first.clone(), *args, **kwargs)

        yield "inplace", lambda: gradients(inplace, fresh())
        yield "inplace leaf", lambda: gradients(op.inplace_variant, fresh())
        yield "inplace tangents", lambda: tangents(inplace, given)
    if op.supports_out:
        yield "out", lambda: with_out(op.op, given)
        yield "out with gradients", lambda: with_out(op.op, fresh())
    yield "tangents", lambda: tangents(op.op, given)


def in_child(work):
    """What a call gives in a child process. None if the child ends."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            pipe.write(json.dumps(work()))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if status == 0 else None


def report(library, limit, words):
    from torch.testing._internal.common_methods_invocations import op_db

    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    if library:
        ctypes.CDLL(library, mode=os.RTLD_LAZY)
    for op in op_db:
        name = f"{op.name}.{op.variant_test_name}"
        if op.name.startswith(("empty", "new_empty")) or (words and not any(word in name for word in words)):
            continue
        for kinds in KINDS:
            found = in_child(lambda op=op, kinds=kinds: described_calls(op, kinds, limit))
            print(json.dumps([f"{name} {kinds[0]}", found]), flush=True)


def described_calls(op, kinds, limit):
    """What the calls of these kinds give, for samples of every type."""
    found = {}
    for dtype in TYPES:
        if dtype not in op.dtypes:
            continue
        try:
            torch.manual_seed(0)
            samples = list(zip(range(limit), op.sample_inputs("cpu", dtype, requires_grad=False)))
        except Exception:
            continue
        for at, sample in samples:
            for kind, call in calls(op, sample):
                if kind in kinds:
                    found[f"{dtype} {at} {kind}"] = repr(attempt(call))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library", nargs="?")
    parser.add_argument("--limit", type=int, default=3)
    parser.add_argument("--operators", nargs="*", default=[])
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--report", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.report:
        return report(options.library, options.limit, options.operators)
    command = [sys.executable, os.path.abspath(__file__), "--report", "--limit", str(options.limit)]
    words = ["--operators", *options.operators] if options.operators else []
    sides = [
        subprocess.Popen([*command, *library, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for library in ([], [os.path.abspath(options.library)])
    ]
    compared = ended = different = 0
    for stock, swapped in zip(*(side.stdout for side in sides)):
        (name, expected), (other, found) = json.loads(stock), json.loads(swapped)
        assert name == other, (name, other)
        if expected is None or found is None:
            ended += 1
            continue
        assert expected.keys() == found.keys(), name
        for call, one in expected.items():
            compared += 1
            if one != found[call]:
                different += 1
                if different <= options.show:
                    print(f"{name}: {call}\n  stock   {one[:1500]}\n  swapped {found[call][:1500]}")
    codes = [side.wait() for side in sides]
    print(f"{compared} compared, {different} different, {ended} ended by functions that the library hides")
    return 1 if different or any(codes) or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
