class TorchConv2d(TorchConv):
    """A convolution in 2 dimensions."""

    dims = 2
