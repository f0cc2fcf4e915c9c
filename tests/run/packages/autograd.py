"""What PyTorch's users expect of every operator, also of one without a gradient: autograd.py PACKAGE"""

import importlib
import sys

import torch

package = importlib.import_module(sys.argv[1])


def refuses(function, reason):
    try:
        function()
    except (RuntimeError, NotImplementedError, ValueError) as error:
        assert reason in str(error), error
    else:
        sys.exit(f"no error with: {reason}")


def changed_before_its_gradient():
    y = torch.ones(2, requires_grad=True) * 1
    z = y * y
    with torch.no_grad():
        package.add_to_(y, torch.ones(2))
    z.sum().backward()


# What is written in place counts, and a leaf stays as it is.
x = torch.zeros(2)
before = x._version
package.add_to_(x, torch.ones(2))
assert x._version > before and (x == 1).all()
refuses(changed_before_its_gradient, "modified by an inplace operation")
refuses(lambda: package.add_to_(torch.ones(2, requires_grad=True), torch.ones(2)), "leaf Variable")

# A gradient that is not there is an error, also if it is that of a gradient.
rows = package.gather_rows(torch.ones(4, 2, requires_grad=True), torch.tensor([0, 1, 2]))[0]
refuses(lambda: rows.sum().backward(), "not implemented")
first = torch.ones(2, 2, requires_grad=True)
(gradient,) = torch.autograd.grad((package.joined([first]) ** 2).sum(), first, create_graph=True)
refuses(lambda: ((gradient**2).sum() + (first**3).sum()).backward(), "not implemented")

# Only what the kernel can take reaches it.
refuses(lambda: package.repeated(torch.ones(2), 2**40), "`times` cannot be 1099511627776")
refuses(lambda: package.gather_rows(torch.ones(4, 2), torch.tensor([0]), pads=[0, 2**40]), "`pads` cannot be")

# A list in place: views, and the tensors themselves, get the right gradients, and leaves stay as they are.
leaf = torch.ones(2, 3, dtype=torch.float64, requires_grad=True)
whole = leaf * 1
rows = [whole[0], whole[1]]
before = whole._version
assert package.scale_all_(rows, 3.0)[0] is rows[0] and whole._version > before
(whole**2).sum().backward()
assert (leaf.grad == 18).all(), leaf.grad
refuses(lambda: package.scale_all_([torch.ones(2, requires_grad=True)]), "leaf Variable")

# An operator in place without a gradient: what it has overwritten cannot be differentiated.
changed = torch.ones(2, requires_grad=True) * 1
package.add_to_(changed, torch.ones(2))
refuses(lambda: changed.sum().backward(), "not implemented")

# Tensors with and without data.
refuses(lambda: package.sum_of(torch.ones(2), torch.ones(2, device="meta")), "another tensor is on meta")
refuses(lambda: package.joined([]), "`xs` has no tensors")
refuses(lambda: package.without_axis(torch.ones(2, 3), 5), "dimension 5 of `x`")

if hasattr(torch, "func") and hasattr(torch.library, "register_vmap"):
    cube = lambda x: package.scaled_tanh(x).sum()  # noqa: E731
    x = torch.rand(3, dtype=torch.float64)
    expected = 1 - torch.tanh(x) ** 2
    assert torch.allclose(torch.func.grad(cube)(x), expected)
    assert torch.allclose(torch.func.jacrev(package.scaled_tanh)(x), torch.diag(expected))
    assert torch.allclose(torch.func.vmap(torch.func.grad(cube))(torch.stack([x, x])), torch.stack([expected] * 2))
    both = torch.vmap(lambda a, b: package.joined([a, b]))(torch.ones(4, 2, 3), torch.ones(4, 1, 3))
    assert both.shape == (4, 3, 3), both.shape
    some = torch.ones(4, 3)
    torch.vmap(package.add_to_)(some, torch.ones(4, 3))
    assert (some == 2).all()

    import torch._dynamo.testing

    # One graph for all sizes, also of attributes that are sizes, and of operators in place. The number of `scaled_tanh` is
    # written out, because torch.compile makes a symbol of each float parameter of the compiled function, and then
    # specialises it.
    for function, arguments in [
        (lambda x: package.scaled_tanh(x, 1.0), lambda n: (torch.ones(n, 3),)),
        (package.stacked, lambda n: (torch.ones(n, 3), torch.ones(n, 3))),
        (package.add_to_, lambda n: (torch.ones(n), torch.ones(n))),
    ]:
        torch._dynamo.reset()
        counter = torch._dynamo.testing.CompileCounterWithBackend("aot_eager")
        compiled = torch.compile(function, dynamic=True, fullgraph=True, backend=counter)
        for size in (4, 5, 6, 7):
            assert torch.equal(compiled(*arguments(size)), function(*arguments(size)))
        assert counter.frame_count == 1, (function, counter.frame_count)
