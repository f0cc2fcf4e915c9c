class DirichletDistribution(DistributionBase):
    """The Dirichlet distribution."""

    has_rsample = True
    parameters = {"concentration": 1}

    def __init__(self, concentration, validate_args=None):
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:])

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, keepdim=True)

    @property
    def mode(self):
        less = (self.concentration - 1).clip(0)
        mode = less / less.sum(-1, keepdim=True)
        largest = paddle.nn.functional.one_hot(mode.argmax(-1), mode.shape[-1]).astype(mode.dtype)
        return paddle.where((self.concentration < 1).all(-1, keepdim=True), largest, mode)

    @property
    def variance(self):
        total = self.concentration.sum(-1, keepdim=True)
        return self.concentration * (total - self.concentration) / (total**2 * (total + 1))

    def rsample(self, sample_shape=()):
        samples = sample_gamma(self.concentration.expand(self._shape(sample_shape)))
        return samples / samples.sum(-1, keepdim=True)

    def log_prob(self, value):
        a = self.concentration
        return ((a - 1) * paddle.log(value)).sum(-1) + paddle.lgamma(a.sum(-1)) - paddle.lgamma(a).sum(-1)

    def entropy(self):
        a = self.concentration
        total, count = a.sum(-1), a.shape[-1]
        rest = (total - count) * paddle.digamma(total) - ((a - 1) * paddle.digamma(a)).sum(-1)
        return paddle.lgamma(a).sum(-1) - paddle.lgamma(total) + rest
