class PoissonDistribution(DistributionBase):
    """The Poisson distribution."""

    parameters = {"rate": 0}

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_parameters(rate)
        super().__init__(self.rate.shape)

    @property
    def mean(self):
        return self.rate

    @property
    def mode(self):
        return paddle.floor(self.rate)

    @property
    def variance(self):
        return self.rate

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            return paddle.poisson(self.rate.expand(self._shape(sample_shape)))

    def log_prob(self, value):
        return value * paddle.log(self.rate) - self.rate - paddle.lgamma(value + 1)
