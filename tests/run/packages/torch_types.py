"""The types of PyTorch's schemas, marked arguments, and kernels that the sources register: torch_types.py PACKAGE"""

import importlib
import sys

import torch

name = sys.argv[1]
package = importlib.import_module(name)
ops = getattr(torch.ops, name)


def schema(op):
    return str(getattr(ops, op).default._schema).split("::", 1)[1]


# An argument that is marked is overwritten. The operator returns nothing, its Python function what it has overwritten.
out, x = torch.zeros(2, 3), torch.ones(2, 3)
assert package.scaled_into(out, x) is out and (out == 2).all()
before = out._version
package.scaled_into(out, x, by=3.0, negative=True)
assert (out == -3).all() and out._version > before
assert ops.scaled_into(out, x, by=4.0) is None and (out == 4).all()
try:
    package.scaled_into(torch.zeros(2), x)
except Exception as error:
    assert "out must have the rank of x" in str(error), error
else:
    sys.exit("no error for another rank")
assert schema("scaled_into").endswith("Tensor x, *, float? by=None, bool? negative=None) -> ()"), schema("scaled_into")

# A condition on an absent attribute is not checked.
assert (package.limited(x) == 1).all() and (package.limited(x, low=2, axes=[1, 0]) == 5).all()
for tensor in (x, x.to("meta")):
    for given, reason in [({"low": 0}, "low must be positive"), ({"axes": [2]}, "for each n in axes")]:
        try:
            package.limited(tensor, **given)
        except ValueError as error:
            assert "limited: " in str(error) and reason in str(error), error
        else:
            sys.exit(f"no error for {given}")

arguments = dict(number=2, layout=torch.strided)
result, count, text, numbers = package.every_type(
    3, x, torch.float64, [x, None, x], torch.device("cpu"), [0, 1], x, name="named", generator=torch.Generator(), **arguments
)
assert result.dtype == torch.float64 and (result == 12).all()
assert (count, text, numbers) == (5, "namedcpu generator 0 1", [1.5, 2.0]), (count, text, numbers)
result, count, text, numbers = ops.every_type(1, x, None, torch.float32, [], None, None, more=[0.5], size=7, **arguments)
assert (result == 2).all() and (count, text, numbers) == (7, "unnamed", [0.5]), (count, text, numbers)
expected = (
    "every_type(int n, Tensor x, Tensor? y, ScalarType type, Tensor?[] some, Device? device, int[]? axes, *, str? name=None, "
    "float[] more=[1.5, 2.], Generator? generator=None, SymInt size=3, Scalar number, Layout layout) -> (Tensor, int, str, float[])"
)
assert schema("every_type") == expected, schema("every_type")

assert package.package_version() == "1.2" and schema("package_version") == "package_version() -> str"

some = [torch.ones(2), torch.ones(3)]
assert package.doubled_all_(some, 3.0)[0] is some[0] and (some[1] == 3).all()
assert "Tensor(a!)[] xs" in schema("doubled_all_"), schema("doubled_all_")

if hasattr(torch.library, "opcheck"):
    torch.library.opcheck(ops.scaled_into.default, (torch.zeros(2, 3), x), {"by": 2.0})
    compiled = torch.compile(lambda out, x: package.scaled_into(out, x, by=2.0), fullgraph=True, backend="aot_eager")
    assert (compiled(torch.zeros(2, 3), x) == 2).all()
