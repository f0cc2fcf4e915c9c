"""Makes the calls in `checks/` and writes their results: run.py RESULTS [--library FILE | --module NAME] [--programs].

The functions of a library, which is loaded before the framework, or of a module take the place of the framework's own. With a
module, the names of its functions that were called are printed. With `--programs`, calls that are differentiated become programs.
"""
import ctypes
import importlib
import importlib.util
import os
import pathlib
import sys
import zlib  # noqa: F401  (before the framework, whose library has other functions of these names)

import numpy

makes_programs = "--programs" in sys.argv
results, how, generated = ([argument for argument in sys.argv[1:] if argument != "--programs"] + [None, None])[:3]
if how == "--library":
    ctypes.CDLL(generated, mode=os.RTLD_LAZY)

import paddle  # noqa: E402  (the generated functions must be found first)

called = set()


def counted(name, function):
    def call(*arguments, **named):
        called.add(name)
        return function(*arguments, **named)

    return call


if how == "--module":
    module = importlib.import_module(generated)
    for name in dir(module):
        if not name.startswith("__"):
            setattr(paddle._C_ops, name, counted(name, getattr(module, name)))


def tensor(*shape, low=-1.0, dtype="float32"):
    """A tensor with different numbers, which gradients flow back to."""
    count = int(numpy.prod(shape))
    values = low + numpy.modf(numpy.arange(1, count + 1) * 0.618034)[0] * 2
    return paddle.to_tensor(values.reshape(shape).astype(dtype), stop_gradient=False)


def flattened(results):
    for result in results if isinstance(results, (list, tuple)) else [results]:
        if isinstance(result, (list, tuple)):
            yield from flattened(result)
        elif result is None:
            yield None
        else:
            yield numpy.asarray(result.to_dense() if hasattr(result, "is_sparse") and result.is_sparse() else result)


def differentiated(function, *inputs):
    """The results of a function, and the gradients of all tensors that it takes."""
    if makes_programs:
        return in_program(function, inputs)
    results = function(*inputs)
    wanted = [x for x in inputs if not x.stop_gradient]
    return [results, paddle.grad(sums(results), wanted, allow_unused=True)]


def sums(results):
    listed = results if isinstance(results, (list, tuple)) else [results]
    return [x.abs().sum() + (x * x).abs().sum() for x in listed if x.is_floating_point() or x.is_complex()]


def in_program(function, inputs):
    """The same, computed by a program."""
    feed = {f"input{at}": numpy.asarray(x) for at, x in enumerate(inputs)}
    paddle.enable_static()
    try:
        with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
            variables = []
            for (name, array), x in zip(feed.items(), inputs):
                variables.append(paddle.static.data(name, array.shape, str(array.dtype)))
                variables[-1].stop_gradient = x.stop_gradient
            results = function(*variables)
            wanted = [x for x in variables if not x.stop_gradient]
            gradients = paddle.static.gradients(sums(results), wanted)
            every = [*(results if isinstance(results, (list, tuple)) else [results]), *gradients]
            executor = paddle.static.Executor()
            executor.run(paddle.static.default_startup_program())
            made = iter(executor.run(feed=feed, fetch_list=[one for one in every if one is not None]))
            return [None if one is None else next(made) for one in every]
    finally:
        paddle.disable_static()


paddle.seed(7)
lines = []
for path in sorted(pathlib.Path(__file__).with_name("checks").glob("*.py")):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    module.tensor, module.differentiated = tensor, differentiated
    spec.loader.exec_module(module)
    for name, call in module.calls():
        try:
            for array in flattened(call()):
                lines.append(f"{path.stem} {name} " + ("none" if array is None else f"{array.dtype}{array.shape} {array.tolist()!r}"))
        except Exception as error:
            lines.append(f"{path.stem} {name} {type(error).__name__}: {str(error).splitlines()[-1]}")
pathlib.Path(results).write_text("\n".join(lines) + "\n")
print(*sorted(called))
sys.stdout.flush()
# Two copies of some of the framework's globals exist now; a normal exit would destroy them twice.
os._exit(0)
