class LogNormalDistribution(NormalDistribution):
    """The distribution of the exponential of a normal variable."""

    @property
    def mean(self):
        return paddle.exp(self.loc + self.scale * self.scale / 2)

    @property
    def mode(self):
        return paddle.exp(self.loc - self.scale * self.scale)

    @property
    def variance(self):
        square = self.scale * self.scale
        return paddle.expm1(square) * paddle.exp(2 * self.loc + square)

    @property
    def stddev(self):
        return paddle.sqrt(self.variance)

    def rsample(self, sample_shape=()):
        return paddle.exp(super().rsample(sample_shape))

    def log_prob(self, value):
        return super().log_prob(paddle.log(value)) - paddle.log(value)

    def entropy(self):
        return super().entropy() + self.loc

    def cdf(self, value):
        return super().cdf(paddle.log(value))

    def icdf(self, value):
        return paddle.exp(super().icdf(value))
