class TorchConv3d(TorchConv):
    """A convolution in 3 dimensions."""

    dims = 3
