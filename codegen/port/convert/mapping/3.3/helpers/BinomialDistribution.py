class BinomialDistribution(BernoulliDistribution):
    """The distribution of the number of successes."""

    parameters = {"probs": 0, "logits": 0, "total_count": 0}

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        probs, logits = binary_parameters(probs, logits)
        self.total_count, self.probs, self.logits = broadcast_parameters(total_count, probs, logits)
        DistributionBase.__init__(self, self.probs.shape)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def mode(self):
        return paddle.minimum(paddle.floor((self.total_count + 1) * self.probs), self.total_count)

    @property
    def variance(self):
        return self.mean * (1 - self.probs)

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            shape = self._shape(sample_shape)
            count = self.total_count.expand(shape).astype("int32")
            return paddle.binomial(count, self.probs.expand(shape)).astype(self.probs.dtype)

    def log_prob(self, value):
        n = self.total_count
        ways = paddle.lgamma(n + 1) - paddle.lgamma(value + 1) - paddle.lgamma(n - value + 1)
        return ways + value * self.logits - n * paddle.nn.functional.softplus(self.logits)

    def entropy(self):
        values = self.enumerate_support(False)
        logs = self.log_prob(values)
        return -(paddle.exp(logs) * logs).sum(0)

    def enumerate_support(self, expand=True):
        count = int(self.total_count.max()) + 1
        values = paddle.arange(count, dtype=self.probs.dtype).reshape([count] + [1] * self.probs.ndim)
        return values.expand([count, *self.probs.shape]) if expand else values
