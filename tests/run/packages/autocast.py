"""What is converted while the framework casts automatically: autocast.py PACKAGE FRAMEWORK"""

import contextlib
import importlib
import sys
import zlib  # noqa: F401  Paddle 2.6 has another zlib, so Python's is loaded first.

framework = importlib.import_module(sys.argv[2])
package = importlib.import_module(sys.argv[1])
is_torch = sys.argv[2] == "torch"


@contextlib.contextmanager
def casting():
    """PyTorch casts on CPUs. Paddle refuses to, so its state is set here."""
    if is_torch:
        with framework.autocast("cpu", dtype=framework.bfloat16):
            yield
        return
    from paddle.base import core

    tracer = framework.base.framework._dygraph_tracer()
    states = [tracer, *([core._get_amp_attrs()] if hasattr(core, "_get_amp_attrs") else [])]
    before = [(state._amp_level, state._amp_dtype) for state in states]
    for state in states:
        state._amp_level, state._amp_dtype = core.AmpLevel.O1, "bfloat16"
    try:
        yield
    finally:
        for state, (level, dtype) in zip(states, before):
            state._amp_level, state._amp_dtype = level, dtype


def ones(dtype, has_gradient=False):
    made = framework.ones([2, 3]) * 3
    made = made.to(getattr(framework, dtype)) if is_torch else made.astype(dtype)
    if is_torch:
        return made.requires_grad_(has_gradient)
    made.stop_gradient = not has_gradient
    return made


def type_of(tensor):
    return str(tensor.dtype).split(".")[-1]


def types():
    x, y = ones("float32"), ones("bfloat16")
    return [
        type_of(package.mixed_product(x, x)),
        type_of(package.mixed_product(x, x, x)),
        type_of(package.mixed_product(ones("float64"), ones("float64"))),
        type_of(package.exact_square(x)),
        type_of(package.exact_square(y)),
        type_of(package.added([x, x], x)),
    ]


assert types() == ["float32", "float32", "float64", "float32", "bfloat16", "float32"], types()
with casting():
    assert types() == ["bfloat16", "bfloat16", "float64", "float32", "float32", "float32"], types()
    x, y = ones("float32", True), ones("bfloat16", True)
    assert type_of(package.mixed_product(x, y)) == "bfloat16"
    assert type_of(package.added([x, y], y)) == "bfloat16" and type_of(package.added([y], x)) == "float32"
    out = package.mixed_product(x, y, times=2)
out.sum().backward()
assert (type_of(x.grad), type_of(y.grad)) == ("float32", "bfloat16")
assert float(x.grad.sum()) == 36 and float(y.grad.sum()) == 36
try:
    package.mixed_product(x, y)
except Exception as error:
    assert "mixed_product" in str(error), error
else:
    sys.exit("types are mixed without automatic casts")

if is_torch and hasattr(framework.library, "register_vmap"):
    function = framework.compile(lambda x: package.mixed_product(x, x), fullgraph=True, backend="aot_eager")
    with casting():
        assert type_of(function(ones("float32"))) == "bfloat16"
        mapped = framework.vmap(package.mixed_product)(ones("float32"), ones("float32"))
        assert type_of(mapped) == "bfloat16" and float(mapped.sum()) == 54
        slope = framework.func.grad(lambda x: package.mixed_product(x, x).sum())(ones("float32"))
        assert type_of(slope) == "float32" and float(slope.sum()) == 36
