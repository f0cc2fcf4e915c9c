class TransformedVariable(DistributionBase):
    """The distribution of a transformed random variable."""

    def __init__(self, base_distribution, transforms, validate_args=None):
        transforms = list(transforms) if isinstance(transforms, (list, tuple)) else [transforms]
        self.base_dist, self.transforms = base_distribution, transforms
        self._transform = ComposedTransformation(transforms)
        shape = [*base_distribution.batch_shape, *base_distribution.event_shape]
        cut = len(shape) - max(len(base_distribution.event_shape), self._transform.event_dim)
        super().__init__(shape[:cut], shape[cut:])

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            return self._transform(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        return self._transform(self.base_dist.rsample(sample_shape))

    @staticmethod
    def _sum(value, dimensions):
        return value.sum(list(range(-dimensions, 0))) if dimensions else value

    def log_prob(self, value):
        size = len(self.event_shape)
        x = self._transform._inverse(value)
        jacobian = self._sum(self._transform.log_abs_det_jacobian(x, value), size - self._transform.event_dim)
        return self._sum(self.base_dist.log_prob(x), size - len(self.base_dist.event_shape)) - jacobian

    def cdf(self, value):
        return self.base_dist.cdf(self._transform._inverse(value))

    def icdf(self, value):
        return self._transform(self.base_dist.icdf(value))
