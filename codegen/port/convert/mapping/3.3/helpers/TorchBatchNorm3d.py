class TorchBatchNorm3d(TorchBatchNorm):
    """Batch normalisation of inputs with 5 dimensions."""

    ndims = (5,)
