class GeometricDistribution(BernoulliDistribution):
    """The distribution of the number of failures before the first success."""

    has_enumerate_support = False

    @property
    def mean(self):
        return 1 / self.probs - 1

    @property
    def mode(self):
        return paddle.zeros_like(self.probs)

    @property
    def variance(self):
        return (1 / self.probs - 1) / self.probs

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            uniform = paddle.rand(self._shape(sample_shape), dtype=self.probs.dtype).clip(1e-38)
            return paddle.floor(paddle.log(uniform) / paddle.log1p(-self.probs))

    def log_prob(self, value):
        value, probs = broadcast_parameters(value, self.probs)
        return value * paddle.log1p(-probs) + paddle.log(self.probs)

    def entropy(self):
        return super().entropy() / self.probs
