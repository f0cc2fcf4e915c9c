class TorchBatchNorm1d(TorchBatchNorm):
    """Batch normalisation of inputs with two or three dimensions."""

    ndims = (2, 3)
