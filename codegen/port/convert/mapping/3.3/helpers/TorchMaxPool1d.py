class TorchMaxPool1d(TorchMaxPool):
    """Maxima of windows over the last dimension."""

    dims = 1
