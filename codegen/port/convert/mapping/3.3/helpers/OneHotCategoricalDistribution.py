class OneHotCategoricalDistribution(CategoricalDistribution):
    """The distribution of a vector with a one at a random index."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits)
        self._event_shape = paddle.Size(self.probs.shape[-1:])

    def _one_hot(self, index):
        return paddle.nn.functional.one_hot(index, self._num_events).astype(self.probs.dtype)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        return self._one_hot(self.probs.argmax(-1))

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        return self._one_hot(super().sample(sample_shape))

    def log_prob(self, value):
        return super().log_prob(value.argmax(-1))

    def enumerate_support(self, expand=True):
        values = paddle.eye(self._num_events, dtype=self.probs.dtype)
        values = values.reshape([self._num_events] + [1] * len(self.batch_shape) + [self._num_events])
        return values.expand([self._num_events, *self.probs.shape]) if expand else values
