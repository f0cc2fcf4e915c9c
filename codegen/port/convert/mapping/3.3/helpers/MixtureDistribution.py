class MixtureDistribution(DistributionBase):
    """A mixture of distributions of one kind: the last batch dimension of the components is chosen at random."""

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        super().__init__(component_distribution.batch_shape[:-1], component_distribution.event_shape)

    def _weights(self):
        probs = self.mixture_distribution.probs
        return probs.reshape(list(probs.shape) + [1] * len(self.event_shape))

    @property
    def mean(self):
        return (self._weights() * self.component_distribution.mean).sum(-1 - len(self.event_shape))

    @property
    def variance(self):
        axis, part = -1 - len(self.event_shape), self.component_distribution
        spread = (part.mean - self.mean.unsqueeze(axis)) ** 2
        return (self._weights() * (part.variance + spread)).sum(axis)

    def log_prob(self, value):
        logs = self.component_distribution.log_prob(value.unsqueeze(-1 - len(self.event_shape)))
        return paddle.logsumexp(logs + self.mixture_distribution.logits, -1)

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            axis = -1 - len(self.event_shape)
            samples = self.component_distribution.sample(sample_shape)
            index = self.mixture_distribution.sample(sample_shape)
            choice = paddle.nn.functional.one_hot(index, samples.shape[axis]).astype(samples.dtype)
            return (samples * choice.reshape(list(choice.shape) + [1] * len(self.event_shape))).sum(axis)
