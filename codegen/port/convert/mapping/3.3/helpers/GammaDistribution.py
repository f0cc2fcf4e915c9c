class GammaDistribution(DistributionBase):
    """The gamma distribution."""

    has_rsample = True
    parameters = {"concentration": 0, "rate": 0}

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_parameters(concentration, rate)
        super().__init__(self.rate.shape)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clip(0)

    @property
    def variance(self):
        return self.concentration / self.rate**2

    def rsample(self, sample_shape=()):
        return sample_gamma(self.concentration.expand(self._shape(sample_shape))) / self.rate

    def log_prob(self, value):
        a, rate = self.concentration, self.rate
        value = value if isinstance(value, paddle.Tensor) else paddle.to_tensor(value, dtype=rate.dtype)
        return a * paddle.log(rate) + (a - 1) * paddle.log(value) - rate * value - paddle.lgamma(a)

    def entropy(self):
        a = self.concentration
        return a - paddle.log(self.rate) + paddle.lgamma(a) + (1 - a) * paddle.digamma(a)

    def cdf(self, value):
        return paddle.gammainc(self.concentration, self.rate * value)
