"""Sizes that only the kernel knows: unknown.py PACKAGE FRAMEWORK"""

import importlib
import sys
import zlib  # noqa: F401  Paddle 2.6 has another zlib, so Python's is loaded first.

framework = importlib.import_module(sys.argv[2])
package = importlib.import_module(sys.argv[1])


def call(x):
    values, index = package.positive(x)
    return values * 2, index


def paddle_knows_the_rank():
    x = framework.to_tensor([[0.5, 0.7], [0.9, 0.1]])
    x.stop_gradient = False
    values, index = package.positive(x)
    assert values.shape == [2] and index.numpy().tolist() == [[0, 1], [1, 0]] and index.stop_gradient
    values.sum().backward()
    assert x.grad.numpy().tolist() == [[0, 1], [1, 0]]
    compiled = framework.jit.to_static(call, input_spec=[framework.static.InputSpec([None, 2], "float32", "x")], full_graph=True)
    known = [list(one.shape) for one in compiled.outputs]
    assert known == [[-1], [-1, 2]], known
    for rows in (1, 3):
        values, index = compiled(framework.ones([rows, 2]))
        assert values.numpy().tolist() == [2] * 2 * rows and index.shape == [2 * rows, 2]


def torch_has_symbols():
    x = framework.tensor([[0.5, 0.7], [0.9, 0.1]], requires_grad=True)
    values, index = package.positive(x)
    assert index.tolist() == [[0, 1], [1, 0]] and not index.requires_grad
    values.sum().backward()
    assert x.grad.tolist() == [[0, 1], [1, 0]]
    if not hasattr(framework.library, "register_fake"):
        return

    def call(x):
        values, index = package.positive(x)
        framework._check(values.shape[0] < 100)
        return values * 2, index.sum(0)

    import torch._dynamo.testing

    framework._dynamo.config.capture_dynamic_output_shape_ops = True
    counter = framework._dynamo.testing.CompileCounterWithBackend("aot_eager")
    compiled = framework.compile(call, dynamic=True, fullgraph=True, backend=counter)
    for rows in (3, 4, 5):
        x = framework.rand(rows, 2)
        assert all(map(framework.equal, compiled(x), call(x)))
    assert counter.frame_count == 1, counter.frame_count

    class Layer(framework.nn.Module):
        def forward(self, x):
            return call(x)

    sizes = {"x": {0: framework.export.Dim("rows", min=2, max=64)}}
    exported = framework.export.export(Layer(), (framework.rand(3, 2),), dynamic_shapes=sizes)
    x = framework.rand(5, 2)
    assert all(map(framework.equal, exported.module()(x), call(x)))
    if hasattr(framework.library, "register_vmap"):
        below_vmap()


def below_vmap():
    kept = framework.vmap(lambda one: package.positive(one)[0])
    assert kept(framework.ones(4, 2, 2)).shape == (4, 4)
    try:
        kept(framework.tensor([[[1.0, 0]], [[1, 1]]]))
    except ValueError as error:
        assert "positive: `vmap` needs results of one shape, but they are [[1], [2]]" in str(error), error
    else:
        sys.exit("samples have results of other shapes")


if sys.argv[2] == "paddle":
    paddle_knows_the_rank()
else:
    torch_has_symbols()
