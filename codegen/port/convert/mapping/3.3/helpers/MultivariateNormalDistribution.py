import math


class MultivariateNormalDistribution(DistributionBase):
    """The normal distribution of vectors, by its covariance, its inverse or its Cholesky factor."""

    has_rsample = True
    parameters = {"loc": 1, "scale_tril": 2}

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = [m for m in (covariance_matrix, precision_matrix, scale_tril) if m is not None]
        if len(given) != 1:
            raise ValueError("exactly one of covariance_matrix, precision_matrix, scale_tril must be given")
        if covariance_matrix is not None:
            scale_tril = paddle.linalg.cholesky(covariance_matrix)
        elif precision_matrix is not None:
            scale_tril = paddle.linalg.cholesky(paddle.linalg.inv(precision_matrix))
        size = loc.shape[-1]
        shape = paddle.broadcast_shape(loc.shape[:-1], scale_tril.shape[:-2])
        self.loc, self.scale_tril = loc.expand([*shape, size]), scale_tril.expand([*shape, size, size])
        super().__init__(shape, [size])

    @property
    def covariance_matrix(self):
        return paddle.matmul(self.scale_tril, self.scale_tril, transpose_y=True)

    @property
    def precision_matrix(self):
        return paddle.linalg.inv(self.covariance_matrix)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return (self.scale_tril**2).sum(-1)

    def rsample(self, sample_shape=()):
        noise = paddle.randn(self._shape(sample_shape), dtype=self.loc.dtype).unsqueeze(-1)
        return self.loc + paddle.matmul(self.scale_tril, noise).squeeze(-1)

    def _half_log_det(self):
        return paddle.log(paddle.diagonal(self.scale_tril, axis1=-2, axis2=-1)).sum(-1)

    def log_prob(self, value):
        difference = (value - self.loc).unsqueeze(-1)
        factor = self.scale_tril.expand([*difference.shape[:-2], *self.scale_tril.shape[-2:]])
        z = paddle.linalg.triangular_solve(factor, difference, upper=False).squeeze(-1)
        return -0.5 * (self.loc.shape[-1] * math.log(2 * math.pi) + (z * z).sum(-1)) - self._half_log_det()

    def entropy(self):
        return 0.5 * self.loc.shape[-1] * (1 + math.log(2 * math.pi)) + self._half_log_det()
