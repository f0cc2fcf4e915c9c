"""A kernel that throws raises an exception with the operator's name: refusals.py PACKAGE FRAMEWORK"""

import importlib
import sys
import zlib  # noqa: F401  Paddle 2.6 has another zlib, so Python's is loaded first.

framework = importlib.import_module(sys.argv[2])
package = importlib.import_module(sys.argv[1])

NO_MESSAGE = "an exception without a message"


def refuses(function, operator, reason):
    try:
        function()
    except Exception as error:
        assert f"{sys.argv[1]}.{operator}: " in str(error) and reason in str(error), error
    else:
        sys.exit(f"{operator}: the call was not refused")


def repeated_in(function):
    """Calls `repeated`, in a function that a framework may compile."""
    for times, reason in [(0, "`times` must be positive"), (10, NO_MESSAGE)]:
        refuses(lambda: function(tensor, times), "repeated", reason)
    # The process goes on.
    assert (function(tensor, 3) == 3).all()


tensor = framework.ones([2, 3])
# Conditions, and a dimension that counts from the end.
refuses(lambda: package.stacked(tensor, framework.ones([3, 2])), "stacked", "matrices of the same shape")
refuses(lambda: package.stacked(tensor, tensor, 5), "stacked", "times must be 1 to 4")
refuses(lambda: package.stacked(tensor, tensor.astype("float64") if sys.argv[2] == "paddle" else tensor.double()), "stacked", "")
assert list(package.stacked(tensor, tensor, 2).shape) == [4, 2, 3]
assert list(package.without_axis(framework.ones([2, 3, 4]), -1).shape) == [2, 3]
# Names that generated code uses, too, and a list of texts as a tuple.
assert (package.pointer(tensor, size=2, all=("a", "b")) == 5).all()
# An index of either type; another one is refused by the kernel.
for kind in ("int32", "int64"):
    index = framework.to_tensor([1], dtype=kind) if sys.argv[2] == "paddle" else framework.tensor([1], dtype=getattr(framework, kind))
    assert list(package.chosen_rows(tensor, index).shape) == [1, 3]
refuses(lambda: package.chosen_rows(tensor, tensor), "chosen_rows", "index must be int32 or int64")
# Only one of two outputs is used, and one tensor is both an input with a gradient and one without.
leaf = framework.ones([3])
if sys.argv[2] == "paddle":
    leaf.stop_gradient = False
else:
    leaf.requires_grad_()
package.scaled_twice(leaf, leaf)[1].sum().backward()
assert (leaf.grad == 2).all(), leaf.grad
repeated_in(package.repeated)
repeated_in(lambda x, times: package.repeated(x, times=times))
if sys.argv[2] == "torch":
    repeated = getattr(framework.ops, sys.argv[1]).repeated

    @framework.jit.script
    def scripted(x, times: int):
        return repeated(x, times)

    repeated_in(scripted)
    if hasattr(framework, "compile"):
        repeated_in(framework.compile(package.repeated, fullgraph=True))
else:

    class Layer(framework.nn.Layer):
        def __init__(self, function, **attributes):
            super().__init__()
            self.function, self.attributes = function, attributes

        def forward(self, x, y=None):
            others = [] if y is None else [y]
            return self.function(x, *others, **self.attributes)

    def program(function, **attributes):
        # In training, Paddle 2.6 wants a gradient of every operator.
        layer = Layer(function, **attributes)
        layer.eval()
        return framework.jit.to_static(layer, full_graph=True)

    repeated_in(lambda x, times: program(package.repeated, times=times)(x))
    # A shape that a program refuses, and a second derivative that is not there.
    refuses(lambda: program(package.without_axis, axis=7)(tensor), "without_axis", "dimension 7 of `x`")
    first = framework.ones([3])
    first.stop_gradient = False
    (slope,) = framework.grad(package.scaled_twice(first, framework.ones([3]))[0].sum(), first, create_graph=True)
    refuses(lambda: (slope.sum() + (first**3).sum()).backward(), "scaled_twice", "is not implemented")
    # Kernels for Paddle's own tensors, and errors of Paddle's functions in them.
    square = framework.ones([2, 2])
    for product in [package.product, program(package.product)]:
        for rows, reason in [(10, "`x` has too many rows"), (9, NO_MESSAGE)]:
            refuses(lambda: product(framework.ones([rows, 2]), square), "product", reason)
        assert (product(square, square) == 2).all()
    try:
        package.product(framework.ones([2, 3]), square)
    except ValueError as error:
        assert "matmul" in str(error).lower(), error
    else:
        sys.exit("the product was not refused")

# None in place of a tensor, and one tensor in place of a list.
refuses(lambda: package.repeated(None), "repeated", "`x` must be a tensor")
if sys.argv[2] == "torch":
    try:
        package.joined(tensor)
    except RuntimeError as error:
        assert "joined() Expected a value of type 'List[Tensor]'" in str(error), error
    else:
        sys.exit("joined: one tensor was taken for a list")
