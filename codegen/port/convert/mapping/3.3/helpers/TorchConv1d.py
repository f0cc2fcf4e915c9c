class TorchConv1d(TorchConv):
    """A convolution in 1 dimension."""

    dims = 1
