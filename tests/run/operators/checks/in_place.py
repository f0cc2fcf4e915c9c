"""Functions that overwrite their input, with and without gradients."""
import paddle


def overwritten(name, x, *others):
    with paddle.no_grad():
        result = getattr(x, name + "_")(*others)
    return [x, result, x.inplace_version]


def in_graph(name, x, *others):
    y = x * 2
    getattr(y, name + "_")(*others)
    return [y, paddle.grad([y.sum()], [x])]


def calls():
    for name in ["abs", "ceil", "cos", "exp", "floor", "round", "sin", "tanh"]:
        yield name, lambda name=name: overwritten(name, tensor(2, 3))[:2]
    for name in ["exp", "sqrt", "reciprocal", "rsqrt", "tanh"]:
        yield name + " in a graph", lambda name=name: in_graph(name, tensor(2, 3, low=0.5))
    yield "add", lambda: in_graph("add", tensor(2, 3), tensor(2, 3))
    yield "reshape", lambda: in_graph("reshape", tensor(2, 3), [3, 2])
    yield "flatten", lambda: in_graph("flatten", tensor(2, 3))
    yield "squeeze", lambda: in_graph("squeeze", tensor(2, 1), 1)
    yield "unsqueeze", lambda: in_graph("unsqueeze", tensor(2, 3), 0)
    yield "subtract", lambda: in_graph("subtract", tensor(2, 3), tensor(2, 3))
    yield "masked_fill", lambda: in_graph("masked_fill", tensor(2, 3), tensor(2, 3) > 0, 2.0)
    yield "where", lambda: paddle.where_(tensor(2, 3) > 0, tensor(2, 3) * 2, tensor(2, 3) * 3)
    yield "cast", lambda: [y := tensor(2, 3) * 2, y.cast_("float64"), paddle.grad([y.sum()], [y])]
    yield "scatter", lambda: overwritten("scatter", tensor(3, 2), paddle.to_tensor([1]), tensor(1, 2))[:2]
    yield "fill_diagonal", lambda: tensor(3, 3).detach().fill_diagonal_(2.0)
