class InverseTransformation:
    """A transform in the other direction."""

    def __init__(self, transform):
        self.inv = transform

    @property
    def event_dim(self):
        return self.inv.event_dim

    def __call__(self, y):
        return self.inv._inverse(y)

    _call = __call__

    def _inverse(self, x):
        return self.inv._call(x)

    def log_abs_det_jacobian(self, x, y):
        return -self.inv.log_abs_det_jacobian(y, x)
