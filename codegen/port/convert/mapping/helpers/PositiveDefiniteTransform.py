class PositiveDefiniteTransform:
    """Transforms unconstrained matrices to positive-definite ones, through the Cholesky factor."""

    def __call__(self, x):
        diagonal = paddle.diagonal(x, axis1=-2, axis2=-1)
        factor = paddle.tril(x, -1) + paddle.diag_embed(paddle.exp(diagonal))
        return paddle.matmul(factor, factor, transpose_y=True)

    def inv(self, y):
        factor = paddle.linalg.cholesky(y)
        diagonal = paddle.diagonal(factor, axis1=-2, axis2=-1)
        return paddle.tril(factor, -1) + paddle.diag_embed(paddle.log(diagonal))
