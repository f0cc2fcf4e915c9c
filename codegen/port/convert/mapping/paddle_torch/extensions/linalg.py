"""Linear algebra with PyTorch's arguments."""

from __future__ import annotations

import paddle

from ..linalg import linalg_pinv, matrix_exponential
from .methods import extend_method


def pytorch_addmv(self, mat: paddle.Tensor, vec: paddle.Tensor, *, beta: float = 1, alpha: float = 1):
    """`addmv` without Paddle's restrictions."""
    return beta * self + alpha * paddle.mv(mat, vec)


def pytorch_addr(self, vec1: paddle.Tensor, vec2: paddle.Tensor, *, beta: float = 1, alpha: float = 1):
    """Adds the outer product of two vectors."""
    return beta * self + alpha * paddle.outer(vec1, vec2)


def pytorch_baddbmm(input: paddle.Tensor, x: paddle.Tensor, y: paddle.Tensor, *, beta: float = 1, alpha: float = 1):
    """`baddbmm` with one matrix that is added to all products."""
    return beta * input + alpha * paddle.bmm(x, y)


def pytorch_einsum(equation: str, *operands):
    """`einsum` with a list of operands, or of whole numbers, which are exact in double precision up to 2**53."""
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = tuple(operands[0])
    first = operands[0]
    if paddle.is_floating_point(first) or paddle.is_complex(first):
        return PADDLE_EINSUM(equation, *operands)
    return PADDLE_EINSUM(equation, *[operand.astype("float64") for operand in operands]).astype(first.dtype)


PADDLE_EINSUM = paddle.einsum


def extend_linalg() -> None:
    """Adds products and properties of matrices to tensors, and lets existing ones take PyTorch's arguments."""
    extend_method("baddbmm", pytorch_baddbmm)
    extend_method("einsum", pytorch_einsum, [paddle])
    methods = {
        "addmv": pytorch_addmv,
        "addr": pytorch_addr,
        "det": paddle.linalg.det,
        "logdet": lambda self: paddle.linalg.det(self).log(),
        "matrix_exp": matrix_exponential,
        "pinverse": lambda self, rcond=1e-15: linalg_pinv(self, rcond),
    }
    for name in methods:
        extend_method(name, methods[name], [paddle.Tensor])


extend_linalg()
