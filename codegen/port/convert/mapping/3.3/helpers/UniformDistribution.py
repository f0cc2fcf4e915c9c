import math


class UniformDistribution(DistributionBase):
    """The uniform distribution."""

    has_rsample = True
    parameters = {"low": 0, "high": 0}

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = broadcast_parameters(low, high)
        super().__init__(self.low.shape)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def mode(self):
        return paddle.full_like(self.high, math.nan)

    @property
    def variance(self):
        return (self.high - self.low) ** 2 / 12

    def rsample(self, sample_shape=()):
        return self.low + paddle.rand(self._shape(sample_shape), dtype=self.low.dtype) * (self.high - self.low)

    def log_prob(self, value):
        inside = paddle.logical_and(self.low <= value, value < self.high)
        return paddle.log(inside.astype(self.low.dtype)) - paddle.log(self.high - self.low)

    def entropy(self):
        return paddle.log(self.high - self.low)

    def cdf(self, value):
        return paddle.clip((value - self.low) / (self.high - self.low), 0, 1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low
