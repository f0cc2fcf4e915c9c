"""Gradients as functions of their own, and their inplace forms."""
from paddle import _C_ops


def calls():
    x = [tensor(2, 3).detach() for _ in range(3)]
    for name in ["abs", "acos", "cos", "sin", "square", "atan"]:
        yield name, lambda name=name: getattr(_C_ops, name + "_grad")(x[0], x[1])
    for name in ["exp", "sigmoid", "tanh", "relu", "sqrt"]:
        yield name, lambda name=name: getattr(_C_ops, name + "_grad")(x[0], x[1])
    yield "silu", lambda: _C_ops.silu_grad(*x)
    yield "matmul", lambda: _C_ops.matmul_grad(tensor(2, 3).detach(), tensor(3, 2).detach(), tensor(2, 2).detach(), False, False)
    yield "softmax", lambda: _C_ops.softmax_grad(x[0], x[1], -1)
    yield "in place", lambda: [given := tensor(2, 3).detach(), _C_ops.acos_grad_(x[0], given)]
