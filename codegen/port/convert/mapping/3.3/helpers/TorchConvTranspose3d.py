class TorchConvTranspose3d(TorchConvTranspose):
    """A transposed convolution in 3 dimensions."""

    dims = 3
