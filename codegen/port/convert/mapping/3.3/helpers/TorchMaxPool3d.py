class TorchMaxPool3d(TorchMaxPool):
    """Maxima of windows over the last dimensions."""

    dims = 3
