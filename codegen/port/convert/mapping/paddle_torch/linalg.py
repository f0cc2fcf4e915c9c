"""Linear algebra."""

from __future__ import annotations

import math
from typing import Any

import paddle

from .autograd import with_all_gradients
from .tensor import named_values


def convert_symeig(
    input: paddle.Tensor, eigenvectors: bool = False, upper: bool = True, out: paddle.Tensor | None = None
):
    """Eigenvalues of a symmetric matrix, and eigenvectors if asked for."""
    triangle = "U" if upper else "L"
    if eigenvectors:
        result = paddle.linalg.eigh(input, UPLO=triangle)
    else:
        result = paddle.linalg.eigvalsh(input, UPLO=triangle), paddle.empty([0], dtype=input.dtype)
    if out is None:
        return result
    return tuple(paddle.assign(value, output=target) for value, target in zip(result, out))


def linalg_lu(A, pivot: bool = True):
    """PyTorch's `linalg.lu`: `P`, `L` and `U`. Paddle cannot compute its gradients, so they are computed here."""
    with paddle.no_grad():
        p, lower, upper = paddle.linalg.lu_unpack(*paddle.linalg.lu(A, pivot))
    if not A.stop_gradient and paddle.is_grad_enabled() and A.shape[-2] == A.shape[-1]:
        lower, upper = LUWithGradient.apply(A, p, lower, upper)
    return named_values("P L U", (p, lower, upper))


class LUWithGradient(paddle.autograd.PyLayer):
    """Returns the known `L` and `U`, and computes the gradient of the matrix."""

    @staticmethod
    def forward(ctx: Any, matrix: paddle.Tensor, p, lower, upper):
        ctx.save_for_backward(p, lower, upper)
        return lower.clone(), upper.clone()

    @staticmethod
    def backward(ctx: Any, grad_lower, grad_upper):
        p, lower, upper = ctx.saved_tensor()
        inner = paddle.tril(paddle.matmul(lower, grad_lower, transpose_x=True), -1)
        inner = inner + paddle.triu(paddle.matmul(grad_upper, upper, transpose_y=True))
        inner = paddle.linalg.triangular_solve(lower, inner, transpose=True, upper=False, unitriangular=True)
        inner = paddle.linalg.triangular_solve(upper, inner.swapaxes(-2, -1)).swapaxes(-2, -1)
        return paddle.matmul(p, inner), None, None, None


def linalg_lu_solve(
    LU: paddle.Tensor,
    pivots: paddle.Tensor,
    B,
    left: bool = True,
    adjoint: bool = False,
    out: paddle.Tensor | None = None,
):
    """Solves a system of equations with a factorized matrix, which is on the left or on the right of the unknown."""
    if left:
        result = paddle.linalg.lu_solve(B, LU, pivots, trans="H" if adjoint else "N")
    else:
        transposed = paddle.linalg.lu_solve(B.conj().mT, LU, pivots, trans="N" if adjoint else "H")
        result = transposed.conj().mT
    return result if out is None else paddle.assign(result, output=out)


def linalg_norm(A, ord=None, dim: int | None = None, keepdim: bool = False, *, dtype: Any = None) -> paddle.Tensor:
    """PyTorch's `linalg.norm`: the norm of a matrix if two dimensions and an order are given, or else of a vector."""
    if dtype is not None:
        A = A.astype(dtype)
    dims = list(dim) if isinstance(dim, (list, tuple)) else dim
    is_matrix = ord is not None and (A.ndim == 2 if dims is None else isinstance(dims, list) and len(dims) == 2)
    if is_matrix:
        return paddle.linalg.matrix_norm(A, ord, [-2, -1] if dims is None else dims, keepdim)
    return paddle.linalg.vector_norm(A, 2.0 if ord is None else float(ord), dims, keepdim)


def linalg_qr(A, mode: str = "reduced"):
    """PyTorch's `linalg.qr`. Its gradient is computed from products and an inverse, because Paddle's fails."""
    if mode == "r":
        return named_values("Q R", (A.new_zeros([0]), linalg_qr(A)[1]))
    with paddle.no_grad():
        q, r = paddle.linalg.qr(A, mode)
    if A.stop_gradient or not paddle.is_grad_enabled() or A.shape[-2] < A.shape[-1] or q.shape[-1] != A.shape[-1]:
        return named_values("Q R", (q, r))
    return named_values("Q R", QRWithGradient.apply(A, q, r))


class QRWithGradient(paddle.autograd.PyLayer):
    """Returns the known `Q` and `R`, and computes the gradient of the matrix."""

    @staticmethod
    def forward(ctx: Any, matrix: paddle.Tensor, q, r):
        ctx.save_for_backward(q, r)
        return q.clone(), r.clone()

    @staticmethod
    def backward(ctx: Any, grad_q, grad_r):
        q, r = ctx.saved_tensor()
        product = paddle.matmul(r, grad_r, transpose_y=True) - paddle.matmul(grad_q, q, transpose_x=True)
        lower = paddle.tril(product, -1)
        symmetric = paddle.tril(product) + lower.swapaxes(-2, -1)
        right = grad_q + paddle.matmul(q, symmetric)
        gradient = paddle.linalg.triangular_solve(r, right.swapaxes(-2, -1)).swapaxes(-2, -1)
        return gradient, None, None


def linalg_solve(A, B, *, left: bool = True) -> paddle.Tensor:
    """PyTorch's `linalg.solve`: the solution of `AX = B`, or of `XA = B`."""
    if not left:
        return linalg_solve(A.swapaxes(-2, -1), B.swapaxes(-2, -1)).swapaxes(-2, -1)
    return paddle.linalg.solve(*with_all_gradients(A, B))


def linalg_solve_triangular(A, B, *, upper, left: bool = True, unitriangular: bool = False) -> paddle.Tensor:
    """PyTorch's `linalg.solve_triangular`: the solution of `AX = B`, or of `XA = B`, for a triangular matrix."""
    if not left:
        solution = linalg_solve_triangular(
            A.swapaxes(-2, -1), B.swapaxes(-2, -1), upper=not upper, unitriangular=unitriangular
        )
        return solution.swapaxes(-2, -1)
    if unitriangular:
        diagonal = paddle.eye(A.shape[-1], dtype=A.dtype)
        A = A * (1 - diagonal) + diagonal
    return paddle.linalg.triangular_solve(A, B, upper=upper)


def linalg_tensorinv(A, ind: int = 2):
    """PyTorch's `linalg.tensorinv`."""
    size = math.prod(A.shape[:ind])
    return paddle.linalg.inv(A.reshape([size, size])).reshape([*A.shape[ind:], *A.shape[:ind]])


def linalg_tensorsolve(A, B, dims=None):
    """PyTorch's `linalg.tensorsolve`: the tensor whose product with `A` is `B`."""
    if dims is not None:
        A = paddle.moveaxis(A, list(dims), list(range(A.ndim - len(dims), A.ndim)))
    size = math.prod(B.shape)
    return linalg_solve(A.reshape([size, -1]), B.reshape([size, 1])).reshape(A.shape[B.ndim :])


def sign_and_logdet(input: paddle.Tensor):
    """PyTorch's `slogdet`: the sign of the determinant, and the logarithm of its absolute value."""
    return named_values("sign logabsdet", paddle.linalg.slogdet(input))


def singular_values(input: paddle.Tensor, some: bool = True):
    """PyTorch's `svd`: the last part is the matrix itself, not its conjugate transpose."""
    u, s, vh = paddle.linalg.svd(input, full_matrices=not some)
    return named_values("U S V", (u, s, vh.conj().swapaxes(-2, -1)))
