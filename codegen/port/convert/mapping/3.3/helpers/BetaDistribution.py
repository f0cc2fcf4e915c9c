class BetaDistribution(DistributionBase):
    """The beta distribution."""

    has_rsample = True
    parameters = {"concentration1": 0, "concentration0": 0}

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_parameters(concentration1, concentration0)
        super().__init__(self.concentration1.shape)

    def _both(self):
        return DirichletDistribution(paddle.stack([self.concentration1, self.concentration0], -1))

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self):
        return self._both().mode[..., 0]

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total**2 * (total + 1))

    def rsample(self, sample_shape=()):
        return self._both().rsample(sample_shape)[..., 0]

    def log_prob(self, value):
        return self._both().log_prob(paddle.stack([value, 1 - value], -1))

    def entropy(self):
        return self._both().entropy()
