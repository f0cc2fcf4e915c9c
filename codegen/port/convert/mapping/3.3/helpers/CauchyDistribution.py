import math


class CauchyDistribution(LocationScale):
    """The Cauchy distribution, which has no mean."""

    @property
    def mean(self):
        return paddle.full_like(self.loc, math.nan)

    @property
    def variance(self):
        return paddle.full_like(self.loc, math.inf)

    def log_prob(self, value):
        z = (value - self.loc) / self.scale
        return -math.log(math.pi) - paddle.log(self.scale) - paddle.log1p(z * z)

    def entropy(self):
        return math.log(4 * math.pi) + paddle.log(self.scale)

    def cdf(self, value):
        return paddle.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value):
        return paddle.tan(math.pi * (value - 0.5)) * self.scale + self.loc
