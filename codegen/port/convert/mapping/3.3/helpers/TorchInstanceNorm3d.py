class TorchInstanceNorm3d(TorchInstanceNorm):
    """Instance normalisation of inputs with 5 dimensions, or one less without a batch."""

    ndims = 5
