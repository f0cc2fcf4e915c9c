class VariableTransform:
    """An invertible function of a random variable."""

    event_dim = 0

    def __init__(self, cache_size=0):
        self.inv = InverseTransformation(self)

    def __call__(self, x):
        return self._call(x)
