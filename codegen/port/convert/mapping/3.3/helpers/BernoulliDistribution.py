class BernoulliDistribution(DistributionBase):
    """The distribution of a variable that is one or zero."""

    has_enumerate_support = True
    parameters = {"probs": 0, "logits": 0}

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.probs, self.logits = binary_parameters(probs, logits)
        super().__init__(self.probs.shape)

    @property
    def param_shape(self):
        return paddle.Size(self.probs.shape)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        mode = (self.probs >= 0.5).astype(self.probs.dtype)
        return paddle.where(self.probs == 0.5, paddle.full_like(mode, float("nan")), mode)

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            return paddle.bernoulli(self.probs.expand(self._shape(sample_shape)))

    def log_prob(self, value):
        logits, value = broadcast_parameters(self.logits, value)
        return -paddle.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        logits, probs = self.logits, self.probs
        return paddle.nn.functional.binary_cross_entropy_with_logits(logits, probs, reduction="none")

    def enumerate_support(self, expand=True):
        values = paddle.arange(2, dtype=self.probs.dtype).reshape([2] + [1] * self.probs.ndim)
        return values.expand([2, *self.probs.shape]) if expand else values
