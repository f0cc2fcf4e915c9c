import math


class HalfNormalDistribution(NormalDistribution):
    """The distribution of the absolute value of a normal variable with mean zero."""

    def __init__(self, scale, validate_args=None):
        super().__init__(0.0, scale)

    @property
    def mean(self):
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self):
        return self.scale * self.scale * (1 - 2 / math.pi)

    @property
    def stddev(self):
        return paddle.sqrt(self.variance)

    def rsample(self, sample_shape=()):
        return paddle.abs(super().rsample(sample_shape))

    def log_prob(self, value):
        inside = super().log_prob(value) + math.log(2)
        return paddle.where(value >= 0, inside, paddle.full_like(inside, -math.inf))

    def entropy(self):
        return super().entropy() - math.log(2)

    def cdf(self, value):
        return 2 * super().cdf(value) - 1

    def icdf(self, value):
        return super().icdf((value + 1) / 2)
