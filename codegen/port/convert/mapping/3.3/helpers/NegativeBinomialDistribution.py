class NegativeBinomialDistribution(BinomialDistribution):
    """The distribution of the number of successes before `total_count` failures."""

    @property
    def mean(self):
        return self.total_count * paddle.exp(self.logits)

    @property
    def mode(self):
        return paddle.floor((self.total_count - 1) * paddle.exp(self.logits)).clip(0)

    @property
    def variance(self):
        return self.mean / (1 - self.probs)

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            gamma = GammaDistribution(self.total_count, paddle.exp(-self.logits))
            return paddle.poisson(gamma.sample(sample_shape))

    def log_prob(self, value):
        n, log_sigmoid = self.total_count, paddle.nn.functional.log_sigmoid
        ways = paddle.lgamma(n + value) - paddle.lgamma(value + 1) - paddle.lgamma(n)
        return ways + n * log_sigmoid(-self.logits) + value * log_sigmoid(self.logits)

    def entropy(self):
        raise NotImplementedError
