class DistributionBase:
    """A probability distribution with PyTorch's names. Subclasses define what can be computed."""

    arg_constraints = {}
    has_rsample = False
    has_enumerate_support = False
    _validate_args = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape, self._event_shape = paddle.Size(list(batch_shape)), paddle.Size(list(event_shape))

    @staticmethod
    def set_default_validate_args(value):
        DistributionBase._validate_args = value

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def mean(self):
        raise NotImplementedError

    @property
    def mode(self):
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self):
        raise NotImplementedError

    @property
    def stddev(self):
        return paddle.sqrt(self.variance)

    def _extended_shape(self, sample_shape=()):
        return paddle.Size([*sample_shape, *self._batch_shape, *self._event_shape])

    def _shape(self, sample_shape=()):
        return [int(size) for size in self._extended_shape(sample_shape)]

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        return self.sample((n,))

    def rsample(self, sample_shape=()):
        raise NotImplementedError

    def log_prob(self, value):
        raise NotImplementedError

    def cdf(self, value):
        raise NotImplementedError

    def icdf(self, value):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def enumerate_support(self, expand=True):
        raise NotImplementedError

    def perplexity(self):
        return paddle.exp(self.entropy())

    def expand(self, batch_shape, _instance=None):
        """The distribution with a larger batch, for subclasses that keep their parameters in `parameters`."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        for name, dimensions in self.parameters.items():
            value = self.__dict__.get(name)
            if value is not None:
                own = value.shape[len(value.shape) - dimensions :]
                new.__dict__[name] = value.expand([*batch_shape, *own])
        new._batch_shape = paddle.Size(list(batch_shape))
        return new

    def __repr__(self):
        return f"{type(self).__name__}(batch_shape={list(self.batch_shape)}, event_shape={list(self.event_shape)})"
