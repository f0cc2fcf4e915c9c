import math


class NormalDistribution(LocationScale):
    """The normal distribution."""

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.scale * self.scale

    def rsample(self, sample_shape=()):
        return self.loc + self.scale * paddle.randn(self._shape(sample_shape), dtype=self.loc.dtype)

    def log_prob(self, value):
        z = (value - self.loc) / self.scale
        return -z * z / 2 - paddle.log(self.scale) - math.log(2 * math.pi) / 2

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + paddle.log(self.scale)

    def cdf(self, value):
        return 0.5 * (1 + paddle.erf((value - self.loc) / (self.scale * math.sqrt(2))))

    def icdf(self, value):
        return self.loc + self.scale * paddle.erfinv(2 * value - 1) * math.sqrt(2)
