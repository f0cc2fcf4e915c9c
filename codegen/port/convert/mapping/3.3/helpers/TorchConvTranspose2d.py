class TorchConvTranspose2d(TorchConvTranspose):
    """A transposed convolution in 2 dimensions."""

    dims = 2
