class TorchInstanceNorm1d(TorchInstanceNorm):
    """Instance normalisation of inputs with 3 dimensions, or one less without a batch."""

    ndims = 3
