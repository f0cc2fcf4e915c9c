"""Compares generated calls of operators with those of the installed PyTorch.

    compare.py FOLDER [--limit N] [--operators WORD ...] [--show N]

FOLDER is what build.sh writes. Its library is loaded before torch, so all libraries of PyTorch call the library's functions of `at::_ops`.
Two processes, one with the library, describe what the same samples give: values, gradients, inplace forms, out arguments, errors; what
`__torch_dispatch__` sees; graphs with symbolic sizes; what profilers see; and kernels written in Python. If build.sh compiled the programs
that call every operator, their outputs are compared, too.
"""

import argparse
import ctypes
import glob
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings

KINDS = ["gradients", "inplace", "out", "out with gradients", "tangents"]


def of_gradients():
    """The script that compares gradients. It imports torch."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../autograd/compare.py")
    spec = importlib.util.spec_from_file_location("compare_gradients", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def seen_by_mode(function, given):
    """The calls that `__torch_dispatch__` sees. Such kernels take a stack."""
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    seen = []
    # Not the elements: nobody has written to those of new tensors.
    shown = lambda value: (tuple(value.shape), str(value.dtype)) if isinstance(value, torch.Tensor) else (
        [shown(one) for one in value] if isinstance(value, (list, tuple)) else repr(value))

    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            result = func(*args, **(kwargs or {}))
            seen.append([str(func), shown(args), [(name, shown(value)) for name, value in (kwargs or {}).items()], shown(result)])
            return result

    with Mode(), torch.no_grad():
        result = function(*given[0], **given[1])
    return seen, repr(result)


def graph(function, given):
    """The graph of a call with symbolic sizes."""
    from torch.fx.experimental.proxy_tensor import make_fx

    return make_fx(lambda first, *rest: function(first, *rest, **given[1]), tracing_mode="symbolic")(*given[0]).code


def functional(function, given):
    import torch

    return torch.func.functionalize(lambda first: function(first, *given[0][1:], **given[1]))(given[0][0])


def mapped_over(function, given):
    import torch

    call = lambda first: function(first, *given[0][1:], **given[1])
    return torch.vmap(call, randomness="same")(torch.stack([given[0][0]] * 2))


def profiled(function, given):
    """The events of a call with the shapes of inputs."""
    import torch

    with torch.autograd.profiler.profile(record_shapes=True) as profile:
        function(*given[0], **given[1])
    return [(event.name, str(event.input_shapes)) for event in profile.function_events]


def executed(function):
    """The nodes of an execution trace, with the types and shapes of inputs and outputs."""
    from torch.profiler import ExecutionTraceObserver

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json")
        observer = ExecutionTraceObserver().register_callback(path)
        observer.start()
        function()
        observer.stop()
        observer.unregister_callback()
        with open(path, encoding="utf-8") as file:
            nodes = json.load(file)["nodes"]
    pick = lambda values: [values["shapes"], values["types"]]
    return [[node["name"], pick(node["inputs"]), pick(node["outputs"])] for node in nodes if "inputs" in node]


def with_python_kernels(torch):
    """The results of operators while kernels in Python are in place of those for the CPU, with each kind of result."""
    x = torch.ones(2, 2)
    number = torch.tensor(3)
    made = lambda *sizes: torch.zeros(sizes)
    first = lambda *args, **kwargs: args[0]
    cases = {
        "neg": (lambda *_: made(1), lambda: x.neg()),
        "neg.out": (lambda *_, out: out, lambda: torch.neg(x, out=x)),
        "neg_": (first, lambda: x.neg_()),
        "max.dim": (lambda *_: (made(2), made(3)), lambda: x.max(0)),
        "max.dim_max": (lambda *_, max, max_values: (max, max_values), lambda: torch.max(x, 0, out=(made(4), made(5).long()))),
        "sum.dim_IntList": (lambda *_, **__: made(6), lambda: x.sum(0)),
        "equal": (lambda *_: True, lambda: x.equal(x)),
        "index.Tensor": (lambda *_: made(7), lambda: x[x > 0]),
        "unbind.int": (lambda *_: [made(8), made(9)], lambda: x.unbind(0)),
        "_foreach_add_.Scalar": (lambda *_: None, lambda: torch._foreach_add_([x], 1)),
        "_local_scalar_dense": (lambda *_: 10, lambda: number.item()),
        "view": (lambda *_: made(11), lambda: x.view(4)),
        "resize_": (lambda *args, **_: args[0], lambda: x.resize_(2, 2)),
        "normal_": (lambda *args, **_: args[0], lambda: x.normal_(generator=torch.Generator())),
    }
    shown = lambda value: tuple(value.shape) if isinstance(value, torch.Tensor) else (
        [shown(one) for one in value] if isinstance(value, (list, tuple)) else repr(value))
    found = {}
    for name, (kernel, call) in cases.items():
        seen = []

        def counted(*args, **kwargs):
            seen.append([len(args), sorted(kwargs)])
            return kernel(*args, **kwargs)

        library = torch.library.Library("aten", "IMPL")
        library.impl(name, counted, "CPU", allow_override=True)
        try:
            result = call()
            library._destroy()
            found[name] = [shown(result), result is x, seen]
        except Exception as error:
            library._destroy()
            found[name] = str(error)[:200]
    return found


def others(torch):
    """Calls that no sample makes, by name."""
    x = torch.arange(12.0).view(3, 4)
    named = torch.ones(2, 3, names=("N", "C"))
    complex_numbers = torch.view_as_complex(torch.arange(12.0).view(2, 3, 2)).conj()
    generator = lambda: torch.Generator().manual_seed(3)
    quantized = lambda: torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    yield "names", lambda: [named.sum("N").names, named.align_to("C", "N").names, (named + named).names]
    yield "conjugate", lambda: [complex_numbers.sin(), complex_numbers.mul_(2), torch.dot(complex_numbers[0], complex_numbers[1])]
    yield "generator", lambda: [torch.rand(2, generator=generator()), torch.empty(3).normal_(generator=generator())]
    yield "quantized", lambda: [quantized().qscheme(), quantized().q_scale(), quantized().int_repr(), quantized() == quantized()]
    yield "sparse", lambda: [x.to_sparse(), x.to_sparse() @ x.t(), x.to_sparse_csr().values()]
    yield "storage", lambda: torch.empty(0).set_(x.untyped_storage(), 2, (2, 3), (1, 1))
    yield "other device", lambda: x + torch.ones(4, device="meta")
    yield "no kernel", lambda: torch.empty(3, device="xla")
    yield "no kernel for sparse", lambda: torch.cumsum(x.to_sparse(), 0)
    yield "scalar", lambda: [x.sum().item(), torch.result_type(x, 3), torch.can_cast(torch.int, torch.float), x.equal(x)]
    norm = torch.nn.LayerNorm(4)
    yield "observed", lambda: executed(lambda: [norm(x).sum().backward(), torch.max(x, 0), x.unbind(), x.item])
    yield "observed writes", lambda: executed(lambda: [x.clone().add_(1), torch._foreach_add_([x.clone()], 1), torch.add(x, x, out=x.clone())])

    def changed(value, other):
        value = value.clone()
        value[1:].mul_(other)
        return torch.nn.functional.gelu(value @ value.t()).split(2), value.shape[0] + value.size(1)

    compiled = lambda dynamic: torch.compile(changed, backend="aot_eager", dynamic=dynamic)(x.clone().requires_grad_(), x[0])
    yield "compiled", lambda: compiled(False)
    yield "compiled with symbols", lambda: compiled(True)

    class Exported(torch.nn.Module):
        def forward(self, value):
            return value.repeat(2, 1).view(-1, 4), torch.zeros(value.shape[0]).unsqueeze(0)

    shapes = {"value": {0: torch.export.Dim("rows", min=2)}}
    yield "exported", lambda: str(torch.export.export(Exported(), (x,), dynamic_shapes=shapes).graph)
    traced = lambda value: value.add_(1).split(2)[0].relu()
    yield "traced", lambda: str(torch.jit.trace(traced, x.clone(), check_trace=False).graph)
    yield "kernels in Python", lambda: with_python_kernels(torch)


def calls(op, sample, of_first_type):
    given = ((sample.input, *sample.args), sample.kwargs)
    yield "mode", lambda: seen_by_mode(op.op, given)
    if not of_first_type:
        return
    yield "graph", lambda: graph(op.op, given)
    yield "functional", lambda: functional(op.op, given)
    yield "vmap", lambda: mapped_over(op.op, given)
    yield "profile", lambda: profiled(op.op, given)
    if op.inplace_variant is not None:
        def inplace(first, *args, **kwargs):
            return op.inplace_variant(first.clone(), *args, **kwargs)

        yield "mode inplace", lambda: seen_by_mode(inplace, given)
        yield "graph inplace", lambda: graph(inplace, given)


def without_addresses(text):
    return re.sub(r"0x[0-9a-f]+|at \"[^\"]*\":\d+|\w+\.cpp:\d+", "", text)


def report(library, limit, words):
    loaded = ctypes.CDLL(library, mode=os.RTLD_LAZY | os.RTLD_GLOBAL) if library else None
    gradients = of_gradients()
    import torch
    from torch.testing._internal.common_methods_invocations import op_db

    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    for op in op_db:
        name = f"{op.name}.{op.variant_test_name}"
        if op.name.startswith(("empty", "new_empty")) or (words and not any(word in name for word in words)):
            continue
        found = gradients.described_calls(op, KINDS, limit)
        is_first = True
        for dtype in gradients.TYPES:
            if dtype not in op.dtypes:
                continue
            try:
                torch.manual_seed(0)
                samples = list(zip(range(limit), op.sample_inputs("cpu", dtype, requires_grad=False)))
            except Exception:
                continue
            for at, sample in samples:
                for kind, call in calls(op, sample, is_first):
                    found[f"{dtype} {at} {kind}"] = without_addresses(repr(gradients.attempt(call)))
            is_first = False
        print(json.dumps([name, found]), flush=True)
    found = {kind: without_addresses(repr(gradients.attempt(call))) for kind, call in others(torch)}
    print(json.dumps(["others", found]), flush=True)
    print(json.dumps(["operators", loaded.opgen_called_operators() if loaded else 0]), flush=True)
    # Two copies of some globals would be destroyed twice.
    os._exit(0)


def compare_every_operator(folder, show):
    """Compares what the programs print. Returns the numbers of lines and of differences."""
    compared = different = 0
    library = os.path.join(folder, "operators.so")
    for program in sorted(path for path in glob.glob(os.path.join(folder, "operators_*")) if "." not in os.path.basename(path)):
        if not os.access(program, os.X_OK):
            continue
        environments = [os.environ, {**os.environ, "LD_PRELOAD": library}]
        stock, swapped = [subprocess.run([program], env=environment, capture_output=True, text=True) for environment in environments]
        left, right = stock.stdout.splitlines(), swapped.stdout.splitlines()
        compared += len(left)
        lines = [pair for pair in zip(left, right) if pair[0] != pair[1]]
        different += len(lines) + abs(len(left) - len(right)) + (stock.returncode != 0 or swapped.returncode != 0)
        for pair in lines[:show]:
            print("  stock   %.1500s\n  swapped %.1500s" % pair)
        operators = sum(not line.startswith(" ") for line in left)
        print(f"{os.path.basename(program)}: {operators} operators, {swapped.stderr.strip()} of them called in the library", flush=True)
    return compared, different


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--limit", type=int, default=1, help="samples of each operator and type")
    parser.add_argument("--operators", nargs="*", default=[])
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--report", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.report:
        return report(options.folder, options.limit, options.operators)
    folder = os.path.abspath(options.folder)
    compared, different = compare_every_operator(folder, options.show)
    if compared:
        print(f"{compared} lines of all operators compared, {different} different", flush=True)
    command = [sys.executable, os.path.abspath(__file__), "--report", "--limit", str(options.limit)]
    words = ["--operators", *options.operators] if options.operators else []
    sides = [
        subprocess.Popen(
            [*command, library, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "PYTHONHASHSEED": "0"})
        for library in ("", os.path.join(folder, "operators.so"))
    ]
    calls_compared = 0
    for stock, swapped in zip(*(side.stdout for side in sides)):
        (name, expected), (other, found) = json.loads(stock), json.loads(swapped)
        assert name == other, (name, other)
        if name == "operators":
            print(f"{found} operators called in the library")
            continue
        assert expected.keys() == found.keys(), name
        for call, one in expected.items():
            calls_compared += 1
            if one != found[call]:
                different += 1
                if different <= options.show:
                    print(f"{name}: {call}\n  stock   {one[:1500]}\n  swapped {found[call][:1500]}")
    codes = [side.wait() for side in sides]
    print(f"{calls_compared} calls compared, {different} different")
    return 1 if different or any(codes) or not calls_compared else 0


if __name__ == "__main__":
    sys.exit(main())
