"""Lists whose number and shapes follow from rules: lists.py PACKAGE FRAMEWORK"""

import importlib
import sys

framework = importlib.import_module(sys.argv[2])
package = importlib.import_module(sys.argv[1])
ones = framework.ones if sys.argv[2] == "torch" else framework.numpy.ones


def refuses(function, reason):
    try:
        function()
    except Exception as error:
        assert reason in str(error), error
    else:
        sys.exit(f"no error with: {reason}")


def shapes(tensors):
    return [tuple(one.shape) for one in tensors]


matrices = [ones((2, 3)), ones((4, 1))]
assert shapes(package.flipped(matrices, times=2)) == [(6, 2), (2, 4)]
assert shapes(package.divided(ones((5, 2)), sections=(4, 0, 1))) == [(4, 2), (0, 2), (1, 2)]
assert shapes(package.divided(ones((5, 2)), sections=())) == []
assert tuple(package.spread(ones((5, 2)), sections=(4, 0, 1)).shape) == (5, 2)
refuses(lambda: package.spread(ones((5, 2)), (1, -1)), "spread: the arguments do not satisfy `sum(sections) > 0`")
assert tuple(package.rows_of(matrices, (2, 1)).shape) == (3, 3, 2)
refuses(lambda: package.rows_of([ones((2, 3)), ones((2,))], (1,)), "rows_of: the arguments do not satisfy `for each x in xs")
for sections, reason in [((2**62, 2**62), "a "), ((2**62,), "a shape rule gives too many elements")]:
    refuses(lambda: package.rows_of(matrices, sections), f"rows_of: {reason}")
assert shapes(package.widened(ones((2, 3)), ones((4, 1, 1)))) == [(4, 2, 3), (4, 1, 1, 3)]
assert shapes(package.widened(ones((2, 3)))) == [(2, 3), (0,)]
ys, counts, everything = package.copies(ones((2,)), matrices, 3)
assert (shapes(ys), shapes(everything), len(counts)) == ([(2, 1), (2, 2), (2, 3)], [(2, 3), (4, 1)], 2)
refuses(lambda: package.flipped([ones((2, 3)), ones((2,))]), "flipped: xs must be matrices; `xs` has the shapes [2, 3], [2]")
refuses(lambda: package.flipped([ones((2, 3))] * 5), "flipped: the arguments do not satisfy `xs.count <= 4 and times > 0`")
refuses(lambda: package.divided(ones((5,)), (1, -1)), "divided: sections must not be negative")
refuses(lambda: package.copies(ones((2,)), matrices, -1), "copies: a rule counts to the negative number -1")

if sys.argv[2] == "torch":
    x, y = framework.rand(2, 3, requires_grad=True), framework.rand(4, 1, requires_grad=True)
    first, second = package.flipped([x, y], 2)
    (3 * first.sum() + second.sum()).backward()
    assert (x.grad == 6).all() and (y.grad == 2).all()
    z = framework.rand(3, 2, requires_grad=True)
    package.divided(z, (2, 1))[0].sum().backward()
    assert z.grad.tolist() == [[1, 1], [1, 1], [0, 0]]
    if hasattr(framework.library, "register_vmap"):
        parts = framework.vmap(lambda one: package.divided(one, (2, 1)))(framework.ones(4, 3, 2))
        assert shapes(parts) == [(4, 2, 2), (4, 1, 2)], shapes(parts)
        refuses(lambda: framework.vmap(lambda one: package.flipped([one]))(framework.ones(0, 2, 3)), "at least one sample")
        import torch._dynamo.testing

        for function, arguments in [
            (lambda a, b: package.flipped([a, b], 2), lambda n: (framework.rand(n, 3), framework.rand(4, n))),
            (lambda x: package.divided(x, (x.shape[0] - 1, 1)), lambda n: (framework.rand(n, 2),)),
            (lambda x: [package.spread(x, (x.shape[0], 2))], lambda n: (framework.rand(n, 2),)),
        ]:
            framework._dynamo.reset()
            counter = framework._dynamo.testing.CompileCounterWithBackend("aot_eager")
            compiled = framework.compile(function, dynamic=True, fullgraph=True, backend=counter)
            for size in (5, 6, 7):
                given = arguments(size)
                assert all(map(framework.equal, compiled(*given), function(*given)))
            assert counter.frame_count == 1, counter.frame_count
else:
    numpy = framework.numpy
    x, y = numpy.ones((2, 3)), numpy.ones((4, 1))
    found = framework.grad(lambda xs: 3 * package.flipped(xs, 2)[0].sum() + package.flipped(xs, 2)[1].sum())([x, y])
    assert (found[0] == 6).all() and (found[1] == 2).all()
    assert framework.grad(lambda z: package.divided(z, (2, 1))[0].sum())(numpy.ones((3, 2))).tolist() == [[1, 1], [1, 1], [0, 0]]
