class TorchConvTranspose1d(TorchConvTranspose):
    """A transposed convolution in 1 dimension."""

    dims = 1
