def linalg_qr(A, mode="reduced"):
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
    def forward(ctx, matrix, q, r):
        ctx.save_for_backward(q, r)
        return q.clone(), r.clone()

    @staticmethod
    def backward(ctx, grad_q, grad_r):
        q, r = ctx.saved_tensor()
        product = paddle.matmul(r, grad_r, transpose_y=True) - paddle.matmul(grad_q, q, transpose_x=True)
        lower = paddle.tril(product, -1)
        symmetric = paddle.tril(product) + lower.swapaxes(-2, -1)
        right = grad_q + paddle.matmul(q, symmetric)
        gradient = paddle.linalg.triangular_solve(r, right.swapaxes(-2, -1)).swapaxes(-2, -1)
        return gradient, None, None
