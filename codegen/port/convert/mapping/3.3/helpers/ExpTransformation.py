class ExpTransformation(VariableTransform):
    """The exponential."""

    def _call(self, x):
        return paddle.exp(x)

    def _inverse(self, y):
        return paddle.log(y)

    def log_abs_det_jacobian(self, x, y):
        return x
