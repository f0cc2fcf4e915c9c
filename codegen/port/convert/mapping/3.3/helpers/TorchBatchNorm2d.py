class TorchBatchNorm2d(TorchBatchNorm):
    """Batch normalisation of inputs with 4 dimensions."""

    ndims = (4,)
