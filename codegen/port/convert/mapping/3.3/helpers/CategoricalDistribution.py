class CategoricalDistribution(DistributionBase):
    """The distribution of an index, by probabilities or unnormalised log probabilities."""

    has_enumerate_support = True
    parameters = {"probs": 1, "logits": 1}

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("either `probs` or `logits` must be given, but not both")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
            eps = paddle.finfo(self.probs.dtype).eps
            self.logits = paddle.log(paddle.clip(self.probs, eps, 1 - eps))
        else:
            self.logits = logits - paddle.logsumexp(logits, -1, keepdim=True)
            self.probs = paddle.nn.functional.softmax(self.logits, -1)
        self._num_events = self.probs.shape[-1]
        super().__init__(self.probs.shape[:-1])

    @property
    def param_shape(self):
        return paddle.Size(self.probs.shape)

    @property
    def mean(self):
        return paddle.full(self.probs.shape[:-1], float("nan"), dtype=self.probs.dtype)

    @property
    def mode(self):
        return self.probs.argmax(-1)

    variance = mean

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            shape = [int(size) for size in (*sample_shape, *self.probs.shape[:-1])]
            probs = self.probs.expand([*shape, self._num_events]).reshape([-1, self._num_events])
            return paddle.multinomial(probs, 1, replacement=True).reshape(shape)

    def log_prob(self, value):
        value = value.astype("int64").unsqueeze(-1)
        shape = paddle.broadcast_shape(value.shape[:-1], self.logits.shape[:-1])
        logits = self.logits.expand([*shape, self._num_events])
        return paddle.take_along_axis(logits, value.expand([*shape, 1]), -1).squeeze(-1)

    def entropy(self):
        return -(self.logits.clip(paddle.finfo(self.logits.dtype).min) * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        values = paddle.arange(self._num_events).reshape([-1] + [1] * len(self.batch_shape))
        return values.expand([-1, *self.batch_shape]) if expand else values
