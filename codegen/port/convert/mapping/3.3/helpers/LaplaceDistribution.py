class LaplaceDistribution(LocationScale):
    """The Laplace distribution."""

    @property
    def variance(self):
        return 2 * self.scale * self.scale

    def log_prob(self, value):
        return -paddle.log(2 * self.scale) - paddle.abs(value - self.loc) / self.scale

    def entropy(self):
        return 1 + paddle.log(2 * self.scale)

    def cdf(self, value):
        z = value - self.loc
        return 0.5 - 0.5 * paddle.sign(z) * paddle.expm1(-paddle.abs(z) / self.scale)

    def icdf(self, value):
        z = value - 0.5
        return self.loc - self.scale * paddle.sign(z) * paddle.log1p(-2 * paddle.abs(z))
