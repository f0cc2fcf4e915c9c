"""Gradients of gradients."""
import paddle
import paddle.nn.functional as F


def twice(function, *inputs):
    first = paddle.grad([(function(*inputs) ** 2).sum()], list(inputs), create_graph=True)
    return [first, paddle.grad([sum((x * x).sum() for x in first)], list(inputs), allow_unused=True)]


def calls():
    for name in ["tanh", "sin", "cos", "exp", "log", "sqrt", "sigmoid", "square"]:
        function = getattr(paddle, name, None) or getattr(F, name)
        yield name, lambda function=function: twice(function, tensor(2, 3, low=0.5))
    yield "relu", lambda: twice(F.relu, tensor(2, 3))
    yield "matmul", lambda: twice(paddle.matmul, tensor(2, 3), tensor(3, 2))
    yield "add", lambda: twice(paddle.add, tensor(2, 3), tensor(3))
    yield "multiply", lambda: twice(paddle.multiply, tensor(2, 3), tensor(3))
    yield "softplus", lambda: twice(F.softplus, tensor(2, 3))
    yield "concat", lambda: twice(lambda x, y: paddle.concat([x, y]), tensor(2), tensor(3))
