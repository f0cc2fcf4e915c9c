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
    if not A.stop_gradient and paddle.is_grad_enabled():
        lower, upper = factors_with_gradient(A, p, lower, upper)
    return named_values("P L U", (p, lower, upper))


def factors_with_gradient(A, p, lower, upper):
    """`L` and `U` as functions of a matrix. Beyond its square part, one is a product with the inverse of the other."""
    rows, columns = A.shape[-2:]
    size = min(rows, columns)
    if rows == columns:
        return LUWithGradient.apply(A, p, lower, upper)
    ordered = paddle.matmul(p, A, transpose_x=True)
    identity = paddle.eye(size, dtype=A.dtype).expand([*A.shape[:-2], size, size])
    square = ordered[..., :size, :size]
    lower, upper = LUWithGradient.apply(square, identity, lower[..., :size, :], upper[..., :, :size])
    if rows < columns:
        rest = paddle.linalg.triangular_solve(lower, ordered[..., size:], upper=False, unitriangular=True)
        return lower, paddle.concat([upper, rest], -1)
    rest = ordered[..., size:, :].swapaxes(-2, -1)
    rest = paddle.linalg.triangular_solve(upper, rest, transpose=True).swapaxes(-2, -1)
    return paddle.concat([lower, rest], -2), upper


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
        return linalg_matrix_norm(A, ord, [-2, -1] if dims is None else dims, keepdim)
    return linalg_vector_norm(A, 2.0 if ord is None else ord, dims, keepdim)


def linalg_vector_norm(x, ord=2.0, dim=None, keepdim: bool = False, *, dtype: Any = None) -> paddle.Tensor:
    """PyTorch's `linalg.vector_norm`. The gradient of a zero is zero for orders below one, too."""
    if dtype is not None:
        x = x.astype(dtype)
    if x.ndim == 0:
        return linalg_vector_norm(x.reshape([1]), ord).reshape([])
    dim = list(dim) if isinstance(dim, (list, tuple)) else dim
    if math.isinf(ord):
        # Equal values share the gradient.
        return (paddle.amax if ord > 0 else paddle.amin)(x.abs(), dim, keepdim)
    if not 0 < float(ord) < 1:
        return paddle.linalg.vector_norm(x, float(ord), dim, keepdim)
    is_zero = x == 0
    powers = paddle.where(
        is_zero, paddle.zeros_like(x.abs()), paddle.where(is_zero, paddle.ones_like(x), x).abs() ** ord
    )
    total = powers.sum(dim, keepdim=keepdim)
    is_zero = total == 0
    return paddle.where(is_zero, total, paddle.where(is_zero, paddle.ones_like(total), total) ** (1 / ord))


def linalg_matrix_norm(A, ord="fro", dim=(-2, -1), keepdim: bool = False, *, dtype: Any = None) -> paddle.Tensor:
    """PyTorch's `linalg.matrix_norm`: a real number for complex matrices, too."""
    if dtype is not None:
        A = A.astype(dtype)
    if A.is_complex() and ord not in ("nuc", 2, -2):
        A = A.abs()
    return paddle.linalg.matrix_norm(A, ord, list(dim), keepdim)


def linalg_pinv(A, rtol=None, hermitian: bool = False, *, atol=None) -> paddle.Tensor:
    """PyTorch's `linalg.pinv`. Paddle's is wrong for complex matrices, and so is its gradient for Hermitian ones."""
    if hermitian or A.is_complex():
        with paddle.no_grad():
            whole = A.detach()
            if hermitian:
                # Only the lower triangle counts, but the gradient is that of any matrix.
                whole = paddle.tril(whole) + paddle.tril(whole, -1).conj().swapaxes(-2, -1)
            inverse = pseudo_inverse(whole, rtol, atol)
        return inverse if A.stop_gradient else PseudoInverse.apply(A, inverse)
    return pseudo_inverse(A, rtol, atol)


def pseudo_inverse(A, rtol=None, atol=None) -> paddle.Tensor:
    """The pseudo-inverse from singular values. Those that are small are taken for zero."""
    if rtol is None:
        rtol = max(A.shape[-2:]) * paddle.finfo(A.dtype).eps if atol is None else 0.0
    if not A.is_complex() and atol is None:
        return paddle.linalg.pinv(A, rcond=rtol)
    u, s, vh = paddle.linalg.svd(A, full_matrices=False)
    limit = rtol * s.amax(-1, keepdim=True) if s.shape[-1] else s
    limit = limit if atol is None else paddle.maximum(limit, paddle.to_tensor(atol, s.dtype))
    inverse = paddle.where(s > limit, 1 / s, paddle.zeros_like(s)).unsqueeze(-2).astype(A.dtype)
    return paddle.matmul(vh.conj().swapaxes(-2, -1) * inverse, u.conj().swapaxes(-2, -1))


class PseudoInverse(paddle.autograd.PyLayer):
    """Returns the known pseudo-inverse, and computes the gradient of the matrix."""

    @staticmethod
    def forward(ctx: Any, matrix: paddle.Tensor, inverse: paddle.Tensor):
        ctx.save_for_backward(matrix, inverse)
        return inverse.clone()

    @staticmethod
    def backward(ctx: Any, gradient: paddle.Tensor):
        matrix, inverse = ctx.saved_tensor()

        def adjoint(value: paddle.Tensor) -> paddle.Tensor:
            return value.conj().swapaxes(-2, -1)

        # The differential of a pseudo-inverse (Golub and Pereyra), transposed.
        inner = paddle.matmul(adjoint(gradient), inverse)
        outer = paddle.matmul(inner, adjoint(inverse))
        rest = adjoint(gradient) - paddle.matmul(inner, matrix)
        first = outer - paddle.matmul(paddle.matmul(matrix, inverse), outer)
        second = paddle.matmul(paddle.matmul(adjoint(inverse), inverse), rest)
        return first + second - adjoint(paddle.matmul(inverse, inner)), None


def matrix_exponential(A, terms: int = 14) -> paddle.Tensor:
    """PyTorch's `matrix_exp`, from products whose gradients are right."""
    size = float(A.detach().abs().sum(-2).max()) if A.size else 0.0
    halvings = max(0, math.ceil(math.log2(size)) + 2) if size > 0 and math.isfinite(size) else 0
    scaled = A / 2**halvings
    result = term = paddle.eye(A.shape[-1], dtype=A.dtype).expand(A.shape)
    for number in range(1, terms):
        term = paddle.matmul(term, scaled) / number
        result = result + term
    for _ in range(halvings):
        result = paddle.matmul(result, result)
    return result


def linalg_qr(A, mode: str = "reduced"):
    """PyTorch's `linalg.qr`. Its gradient is computed from products and an inverse, because Paddle's fails."""
    if mode == "r":
        return named_values("Q R", (A.new_zeros([0]), linalg_qr(A)[1]))
    with paddle.no_grad():
        q, r = paddle.linalg.qr(A, mode)
    if A.stop_gradient or not paddle.is_grad_enabled():
        return named_values("Q R", (q, r))
    if A.shape[-2] < A.shape[-1]:
        # The factors are those of the square part, and the rest of `R` is a product with `Q`.
        size = A.shape[-2]
        q, r = QRWithGradient.apply(A[..., :size], q, r[..., :size])
        rest = paddle.matmul(q, A[..., size:], transpose_x=True)
        return named_values("Q R", (q, paddle.concat([r, rest], -1)))
    if q.shape[-1] != A.shape[-1]:
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
        if q.is_complex():
            raise NotImplementedError("the gradient of the QR decomposition of a complex matrix")
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
    if B.ndim > 1 and B.ndim == A.ndim - 1 and B.shape == A.shape[:-1]:
        return linalg_solve(A, B.unsqueeze(-1)).squeeze(-1)
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
    if input.is_complex():
        # Paddle's gradient is wrong for complex matrices.
        determinant = paddle.linalg.det(input)
        size = determinant.abs()
        return named_values("sign logabsdet", (determinant / size, paddle.log(size)))
    return named_values("sign logabsdet", paddle.linalg.slogdet(input))


def power_of_matrix(input: paddle.Tensor, n: int, *, out: paddle.Tensor | None = None) -> paddle.Tensor:
    """PyTorch's `matrix_power`, with the gradient for complex matrices, which is wrong in Paddle."""
    if not input.is_complex():
        result = paddle.linalg.matrix_power(input, n)
    else:
        factor = paddle.linalg.inv(input) if n < 0 else input
        result = paddle.eye(input.shape[-1], dtype=input.dtype).expand(input.shape)
        for _ in range(abs(n)):
            result = paddle.matmul(result, factor)
    return result if out is None else paddle.assign(result, out)


def singular_values(input: paddle.Tensor, some: bool = True):
    """PyTorch's `svd`: the last part is the matrix itself, not its conjugate transpose."""
    u, s, vh = paddle.linalg.svd(input, full_matrices=not some)
    return named_values("U S V", (u, s, vh.conj().swapaxes(-2, -1)))
