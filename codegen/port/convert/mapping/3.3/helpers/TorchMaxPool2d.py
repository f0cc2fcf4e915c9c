class TorchMaxPool2d(TorchMaxPool):
    """Maxima of windows over the last dimensions."""

    dims = 2
