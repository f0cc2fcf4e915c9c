class ComposedTransformation(VariableTransform):
    """Several transforms, one after the other."""

    def __init__(self, parts, cache_size=0):
        super().__init__()
        self.parts = list(parts)
        self.event_dim = max([part.event_dim for part in self.parts], default=0)

    def _call(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y):
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def log_abs_det_jacobian(self, x, y):
        total = 0
        for part in self.parts:
            z = part(x)
            term = part.log_abs_det_jacobian(x, z)
            extra = self.event_dim - part.event_dim
            total = total + (term.sum(list(range(-extra, 0))) if extra else term)
            x = z
        return total
