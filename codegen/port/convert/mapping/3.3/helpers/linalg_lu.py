def linalg_lu(A, pivot=True):
    """PyTorch's `linalg.lu`: `P`, `L` and `U`. Paddle cannot compute its gradients, so they are computed here."""
    with paddle.no_grad():
        p, lower, upper = paddle.linalg.lu_unpack(*paddle.linalg.lu(A, pivot))
    if not A.stop_gradient and paddle.is_grad_enabled() and A.shape[-2] == A.shape[-1]:
        lower, upper = LUWithGradient.apply(A, p, lower, upper)
    return named_values("P L U", (p, lower, upper))


class LUWithGradient(paddle.autograd.PyLayer):
    """Returns the known `L` and `U`, and computes the gradient of the matrix."""

    @staticmethod
    def forward(ctx, matrix, p, lower, upper):
        ctx.save_for_backward(p, lower, upper)
        return lower.clone(), upper.clone()

    @staticmethod
    def backward(ctx, grad_lower, grad_upper):
        p, lower, upper = ctx.saved_tensor()
        inner = paddle.tril(paddle.matmul(lower, grad_lower, transpose_x=True), -1)
        inner = inner + paddle.triu(paddle.matmul(grad_upper, upper, transpose_y=True))
        inner = paddle.linalg.triangular_solve(lower, inner, transpose=True, upper=False, unitriangular=True)
        inner = paddle.linalg.triangular_solve(upper, inner.swapaxes(-2, -1)).swapaxes(-2, -1)
        return paddle.matmul(p, inner), None, None, None
