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
