class SigmoidTransformation(VariableTransform):
    """The sigmoid."""

    def _call(self, x):
        return paddle.nn.functional.sigmoid(x)

    def _inverse(self, y):
        return paddle.log(y) - paddle.log1p(-y)

    def log_abs_det_jacobian(self, x, y):
        return -paddle.nn.functional.softplus(-x) - paddle.nn.functional.softplus(x)
