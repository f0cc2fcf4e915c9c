class TorchInstanceNorm2d(TorchInstanceNorm):
    """Instance normalisation of inputs with 4 dimensions, or one less without a batch."""

    ndims = 4
