class MultinomialDistribution(DistributionBase):
    """The distribution of the counts of outcomes in `total_count` trials."""

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count = total_count
        self._one = CategoricalDistribution(probs, logits)
        super().__init__(self._one.batch_shape, self._one.probs.shape[-1:])

    @property
    def probs(self):
        return self._one.probs

    @property
    def logits(self):
        return self._one.logits

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        index = self._one.sample((self.total_count, *sample_shape))
        return paddle.nn.functional.one_hot(index, self.probs.shape[-1]).sum(0).astype(self.probs.dtype)

    def log_prob(self, value):
        ways = paddle.lgamma(value.sum(-1) + 1) - paddle.lgamma(value + 1).sum(-1)
        terms = paddle.where(value == 0, paddle.zeros_like(value), self.logits * value)
        return ways + terms.sum(-1)
