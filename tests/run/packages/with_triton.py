"""Compares operators whose kernels are Triton's with the same ones in plain PyTorch. Arguments: the package."""

import importlib
import os
import re
import sys
import warnings

# Triton reads this where it is imported.
os.environ["TRITON_INTERPRET"] = "1"
warnings.simplefilter("ignore")

import torch  # noqa: E402

package = importlib.import_module(sys.argv[1])
raw = getattr(torch.ops, sys.argv[1])
support = importlib.import_module(f"{sys.argv[1]}.generated._triton_support")
if support.problem() is not None:
    for call in (lambda: package.tri_square(torch.ones(2)), lambda: package.tri_scale_(torch.ones(2), 2.0)):
        try:
            call()
        except RuntimeError as error:
            assert str(error).endswith(f"the kernel needs {support.problem()}"), error
        else:
            raise SystemExit("the operator cannot work")
    raise SystemExit


def norm(x, weight=None, epsilon=1e-6):
    out = x / torch.sqrt((x * x).mean(-1, keepdim=True) + epsilon)
    return out if weight is None else out * weight


REFERENCES = {
    "tri_norm": norm,
    "tri_square": lambda x: x * x,
    "tri_total": lambda x: x.sum(),
    "tri_largest": lambda x: tuple(x.max(1)),
    "tri_joined": lambda xs, factor=1.0: torch.cat([*xs]) * factor,
    "tri_cube": lambda x: x * x * x,
    "tri_twice": lambda x: 2 * x,
}


def double(*shape):
    return torch.rand(*shape, dtype=torch.float64, requires_grad=True)


def arguments(name):
    """Several lists of arguments: also strided, expanded and empty ones, and optional inputs that are absent."""
    if name == "tri_norm":
        strided = double(5, 3).t()
        return [(double(3, 5), double(5)), (double(3, 5),), (strided, double(5), 1e-2), (double(2, 3, 5), double(10)[::2]), (double(0, 4), double(4))]
    if name == "tri_joined":
        return [([double(2), double(3)],), ([double(6)[::2], double(1)], 3.0), ([double(0), double(2)],)]
    return [(double(3, 4),), (double(4, 3).t(),), (double(3, 1).expand(3, 4),), (double(2, 1, 3)[:, 0],)]


def flat(values):
    return [one for value in values for one in flat(value)] if isinstance(values, (list, tuple)) else [values]


def leaves(values):
    return [one for one in flat(values) if isinstance(one, torch.Tensor) and one.requires_grad]


def same(one, other):
    for left, right in zip(flat(one), flat(other), strict=True):
        assert left.shape == right.shape and left.dtype == right.dtype, (left, right)
        torch.testing.assert_close(left, right)


def loss(results):
    return sum((one * torch.arange(1, one.numel() + 1).reshape(one.shape)).sum() for one in flat([results]) if one.is_floating_point())


def gradients(function, values):
    return torch.autograd.grad(loss(function(*values)), leaves(values), allow_unused=True)


def refused(call, pattern):
    try:
        call()
    except Exception as error:
        assert re.search(pattern, str(error)), error
    else:
        raise SystemExit(f"nothing refuses what should be refused with: {pattern}")


# Without C++, there are only those whose gradients are Triton's, too.
REFERENCES = {name: reference for name, reference in REFERENCES.items() if hasattr(package, name)}

for name, reference in REFERENCES.items():
    function = getattr(package, name)
    for values in arguments(name):
        same(function(*values), reference(*values))
        same(gradients(function, values), gradients(reference, values))
        # The gradient of a sum is expanded.
        summed = lambda *values: flat([function(*values)])[0].sum()  # noqa: E731
        same(torch.autograd.grad(summed(*values), leaves(values)), torch.autograd.grad(flat([reference(*values)])[0].sum(), leaves(values)))
        compiled = torch.compile(function, fullgraph=True, backend="aot_eager")
        same(compiled(*values), reference(*values))
        same(gradients(compiled, values), gradients(reference, values))
        same(torch.compile(function, fullgraph=True, backend="eager")(*values), reference(*values))
        torch._dynamo.reset()
    if name != "tri_joined":
        values = arguments(name)[0]
        assert torch.autograd.gradcheck(lambda *values: flat([function(*values)])[0], values)
        # torch.func and torch.vmap.
        only = lambda *values: loss(function(*values))  # noqa: E731
        at = tuple(range(len(values)))
        same(torch.func.grad(only, at)(*values), torch.func.grad(lambda *values: loss(reference(*values)), at)(*values))
        batch = [torch.stack([one, one * 2]) for one in values]
        same(torch.vmap(function)(*batch), torch.vmap(reference)(*batch))
        same(torch.vmap(torch.func.grad(only))(*batch), torch.vmap(torch.func.grad(lambda *values: loss(reference(*values))))(*batch))

# One graph for all sizes.
graphs = []


def counting(graph, inputs):
    graphs.append(graph)
    return graph


dynamic = torch.compile(package.tri_norm, fullgraph=True, dynamic=True, backend=counting)
for rows, columns in ((3, 5), (4, 6), (7, 9)):
    x, weight = torch.rand(rows, columns), torch.rand(columns)
    same(dynamic(x, weight), norm(x, weight))
assert len(graphs) == 1, len(graphs)

# Exported for all numbers of rows.


class Layer(torch.nn.Module):
    def forward(self, x, weight):
        return package.tri_norm(package.tri_square(x), weight)


exported = torch.export.export(Layer(), (torch.rand(3, 5), torch.rand(5)), dynamic_shapes=({0: torch.export.Dim("rows")}, None))
assert "tri_norm" in str(exported.graph)
x, weight = torch.rand(8, 5), torch.rand(5)
same(exported.module()(x, weight), norm(x * x, weight))

# Sizes that only the kernel knows.
x = torch.tensor([[1.0, -1.0], [2.0, 0.0]])
same(package.tri_positive(x), torch.tensor([1.0, 2.0]))
torch._dynamo.config.capture_dynamic_output_shape_ops = True
same(torch.compile(lambda x: package.tri_positive(x) * 2, fullgraph=True, backend="aot_eager")(x), torch.tensor([2.0, 4.0]))

# Second derivatives, and those that are not there.
assert torch.autograd.gradgradcheck(package.tri_square, (double(3),))
x = double(2, 3)
(first,) = torch.autograd.grad((package.tri_norm(x) ** 2).sum(), x, create_graph=True)
refused(lambda: first.sum().backward(), "no autograd formula|tri_norm_grad")

# In place.
x = torch.arange(6.0).reshape(2, 3)
for tensor in (x.clone(), x.t(), x[:, ::2]):
    wanted, version = tensor * 3, tensor._version
    assert package.tri_scale_(tensor, 3.0) is tensor
    same(tensor, wanted)
    assert tensor._version > version
xs = [torch.ones(2), torch.ones(4)[::2]]
package.tri_scale_all_(xs, 2.0)
same(xs, [torch.full((2,), 2.0)] * 2)
refused(lambda: package.tri_scale_(double(2), 2.0), "it has no derivative")
refused(lambda: package.tri_scale_(double(2) * 1, 2.0), "it has no derivative")
with torch.no_grad():
    same(package.tri_scale_(double(2).fill_(1), 2.0), torch.full((2,), 2.0, dtype=torch.float64))
x, y = torch.ones(3), torch.ones(3)
same(torch.compile(lambda x: package.tri_scale_(x, 2.0) + 1, fullgraph=True, backend="aot_eager")(x), y * 3)
same(x, y * 2)
batch = torch.ones(2, 3)
torch.vmap(lambda x: package.tri_scale_(x, 2.0))(batch)
same(batch, torch.full((2, 3), 2.0))

# Attributes of every kind, and lists as results.
x = torch.zeros(1, 2)
same(package.tri_shifted(x), [torch.full((1, 3), 1.0), torch.full((1, 4), 2.0)])
same(package.tri_shifted(x, [3], True, "minus", 2), [torch.full((1, 8), -6.0)])
same(torch.compile(package.tri_shifted, fullgraph=True, backend="aot_eager")(x, [1]), [torch.full((1, 3), 1.0)])

# An attribute that is only given by name.
for call, factor in ((package.tri_scaled, 2.0), (lambda x: package.tri_scaled(x, factor=3.0), 3.0)):
    x = double(2, 3)
    same(call(x), x * factor)
    assert torch.autograd.gradcheck(call, (x,))
    same(torch.func.grad(lambda x: call(x).sum())(x), torch.full_like(x, factor))
    same(torch.vmap(call)(x), x * factor)
    same(torch.compile(call, fullgraph=True, backend="aot_eager")(x), x * factor)
torch.library.opcheck(raw.tri_scaled.default, (double(3),), {"factor": 3.0})

# PyTorch's own checks, also where kernels are interpreted.
for call, values in (
    *((getattr(raw, name), arguments(name)[0]) for name in REFERENCES),
    (raw.tri_norm, (double(3, 5), None)),
    (raw.tri_scale_, (torch.ones(3), 2.0)),
    (raw.tri_scale_all_, ([torch.ones(3), torch.ones(2)], 2.0)),
    (raw.tri_shifted, (torch.ones(1, 2), [1])),
):
    torch.library.opcheck(call.default, values)

# Automatic casts.
with torch.autocast("cpu", torch.float16):
    x = torch.ones(3, requires_grad=True)
    out = package.tri_square(x)
    assert out.dtype == torch.float16
    out.sum().backward()
    same(x.grad, torch.full((3,), 2.0))
    assert package.tri_square(double(3)).dtype == torch.float64

# Arguments that are wrong.
prefix = re.escape(sys.argv[1]) + r"\.tri_\w+: "
refused(lambda: package.tri_norm(torch.ones(2, 3), torch.ones(2)), prefix + "weight must have one number for each column.*`x` has the shape \\[2, 3\\]")
refused(lambda: package.tri_norm(torch.ones(2, 3), torch.ones(3).double()), prefix + "`weight` has the type float64, but must have the type float32")
refused(lambda: package.tri_square(torch.ones(2, dtype=torch.int32)), prefix + "`x` has the type int32, but the kernel is for float16")
refused(lambda: package.tri_joined([torch.ones(2), torch.ones(2, device="meta")]), prefix + "`xs` is on meta, but the other tensors are on cpu")
refused(lambda: package.tri_joined([]), "`xs` has no tensors")
refused(lambda: package.tri_norm(torch.ones(2, 3, device="meta"), torch.ones(2, device="meta")), "one number for each column")
