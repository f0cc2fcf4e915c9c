import math


class StudentTDistribution(DistributionBase):
    """Student's t-distribution."""

    has_rsample = True
    parameters = {"df": 0, "loc": 0, "scale": 0}

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_parameters(df, loc, scale)
        super().__init__(self.df.shape)

    @property
    def mean(self):
        return paddle.where(self.df > 1, self.loc, paddle.full_like(self.loc, math.nan))

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        finite = self.scale * self.scale * self.df / (self.df - 2)
        few = paddle.where(self.df > 1, paddle.full_like(finite, math.inf), paddle.full_like(finite, math.nan))
        return paddle.where(self.df > 2, finite, few)

    def rsample(self, sample_shape=()):
        shape = self._shape(sample_shape)
        squares = 2 * sample_gamma((self.df / 2).expand(shape))
        return self.loc + self.scale * paddle.randn(shape, dtype=self.df.dtype) * paddle.rsqrt(squares / self.df)

    def _normalizer(self):
        gammas = paddle.lgamma(self.df / 2) - paddle.lgamma((self.df + 1) / 2)
        return paddle.log(self.scale) + 0.5 * paddle.log(self.df) + 0.5 * math.log(math.pi) + gammas

    def log_prob(self, value):
        z = (value - self.loc) / self.scale
        return -0.5 * (self.df + 1) * paddle.log1p(z * z / self.df) - self._normalizer()

    def entropy(self):
        half = (self.df + 1) / 2
        beta = paddle.lgamma(self.df / 2) + math.log(math.pi) / 2 - paddle.lgamma(half)
        digammas = paddle.digamma(half) - paddle.digamma(self.df / 2)
        return paddle.log(self.scale) + half * digammas + 0.5 * paddle.log(self.df) + beta
