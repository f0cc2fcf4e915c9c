class AffineTransformation(VariableTransform):
    """`loc + scale * x`."""

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__()
        self.loc, self.scale, self.event_dim = loc, scale, event_dim

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        value = paddle.log(paddle.abs(paddle.ones_like(x) * self.scale))
        return value.sum(list(range(-self.event_dim, 0))) if self.event_dim else value
