class LocationScale(DistributionBase):
    """A standard distribution, shifted by `loc` and scaled by `scale`."""

    has_rsample = True
    parameters = {"loc": 0, "scale": 0}

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_parameters(loc, scale)
        super().__init__(self.loc.shape)

    def _uniform(self, sample_shape):
        tiny = paddle.finfo(self.loc.dtype).tiny
        return paddle.rand(self._shape(sample_shape), dtype=self.loc.dtype).clip(tiny, 1 - 6e-8)

    def rsample(self, sample_shape=()):
        return self.icdf(self._uniform(sample_shape))

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc
