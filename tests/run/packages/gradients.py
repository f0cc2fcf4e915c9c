"""Which outputs have a gradient, what is kept for it, and outputs that start as zeros: gradients.py PACKAGE FRAMEWORK"""

import importlib
import sys
import zlib  # noqa: F401  Paddle 2.6 has another zlib, so Python's is loaded first.

framework = importlib.import_module(sys.argv[2])
package = importlib.import_module(sys.argv[1])


def paddle_keeps_constants():
    def call(x):
        return package.clipped(x)

    x = framework.ones([2, 3])
    x.stop_gradient = False
    for function in (call, framework.jit.to_static(call)):
        out, mask, index = function(x)
        assert (out.stop_gradient, mask.stop_gradient, index.stop_gradient) == (False, True, True)
    (out.sum() + (mask * 2).sum()).backward()
    assert x.grad.shape == [2, 3]


def torch_keeps_shapes():
    x = framework.ones(64, 64, requires_grad=True)
    out, mask, index = package.clipped(x)
    assert (out.requires_grad, mask.requires_grad, index.requires_grad) == (True, False, False)
    sizes = []

    def keep(tensor):
        sizes.append(tensor.untyped_storage().nbytes() if hasattr(tensor, "untyped_storage") else tensor.storage().nbytes())
        return tensor

    doubled = x * 2
    with framework.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        total = package.total(x, doubled)
        assert sizes and max(sizes) == 4, sizes
        package.total(x)
    total.backward()
    assert (x.grad == 3).all()


def torch_transforms():
    x = framework.rand(4, 3, dtype=framework.float64) * 2

    def loss(x):
        out, mask, _ = package.clipped(x)
        return (out * out).sum() + (mask * mask).sum() + package.total(x, x)

    expected = framework.where(x < 1, 2 * x, 0 * x) + 2
    assert framework.allclose(framework.func.grad(loss)(x), expected)
    assert framework.allclose(framework.vmap(framework.func.grad(loss))(x), expected)
    import torch._dynamo

    compiled = framework.compile(loss, dynamic=True, fullgraph=True, backend="aot_eager")
    leaf = x.clone().requires_grad_()
    compiled(leaf).backward()
    assert framework.allclose(leaf.grad, expected)


def jax_keeps_shapes():
    numpy = framework.numpy
    x = numpy.ones((64, 64), numpy.float32)
    assert (framework.grad(lambda x: package.clipped(x)[1].sum())(x) == 0).all()
    _, backward = framework.vjp(package.total, x, x)
    kept = [one.size for one in framework.tree.leaves(backward) if hasattr(one, "size")]
    assert sum(kept) < 64, kept
    assert all((one == 1).all() for one in backward(numpy.float32(1)))


# `zeroed`: memory that was used before is clean.
ones = framework.numpy.ones if sys.argv[2] == "jax" else framework.ones
for _ in range(20):
    assert package.counted(ones([7])).tolist() == [0, 7] + [0] * 98

if sys.argv[2] == "paddle":
    paddle_keeps_constants()
elif sys.argv[2] == "torch":
    torch_keeps_shapes()
    if hasattr(framework, "func") and hasattr(framework.library, "register_vmap"):
        torch_transforms()
else:
    jax_keeps_shapes()
