class ExponentialDistribution(DistributionBase):
    """The exponential distribution."""

    has_rsample = True
    parameters = {"rate": 0}

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_parameters(rate)
        super().__init__(self.rate.shape)

    @property
    def mean(self):
        return 1 / self.rate

    @property
    def mode(self):
        return paddle.zeros_like(self.rate)

    @property
    def stddev(self):
        return 1 / self.rate

    @property
    def variance(self):
        return self.rate**-2

    def rsample(self, sample_shape=()):
        return self.icdf(paddle.rand(self._shape(sample_shape), dtype=self.rate.dtype))

    def log_prob(self, value):
        return paddle.log(self.rate) - self.rate * value

    def entropy(self):
        return 1 - paddle.log(self.rate)

    def cdf(self, value):
        return 1 - paddle.exp(-self.rate * value)

    def icdf(self, value):
        return -paddle.log1p(-value) / self.rate
