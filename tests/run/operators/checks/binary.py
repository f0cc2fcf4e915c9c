"""Functions of two tensors, with shapes that are broadcast."""
import paddle


def calls():
    for name in ["add", "subtract", "multiply", "divide", "maximum", "minimum", "fmax", "fmin", "atan2"]:
        yield name, lambda name=name: differentiated(getattr(paddle, name), tensor(2, 3), tensor(3, low=1.0))
    yield "pow", lambda: differentiated(paddle.pow, tensor(2, 3, low=0.5), tensor(2, 3))
    yield "heaviside", lambda: differentiated(paddle.heaviside, tensor(2, 3), tensor(2, 3))
    for name in ["equal", "greater_than", "less_equal", "not_equal"]:
        yield name, lambda name=name: getattr(paddle, name)(tensor(2, 3), tensor(2, 3) * 0.5)
