import math


class GumbelDistribution(LocationScale):
    """The Gumbel distribution."""

    @property
    def mean(self):
        return self.loc + self.scale * 0.5772156649015329

    @property
    def variance(self):
        return self.scale * self.scale * (math.pi**2 / 6)

    def log_prob(self, value):
        z = (self.loc - value) / self.scale
        return z - paddle.exp(z) - paddle.log(self.scale)

    def entropy(self):
        return paddle.log(self.scale) + 1 + 0.5772156649015329

    def cdf(self, value):
        return paddle.exp(-paddle.exp((self.loc - value) / self.scale))

    def icdf(self, value):
        return self.loc - self.scale * paddle.log(-paddle.log(value))
