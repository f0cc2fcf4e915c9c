def _get_softmin_dim(ndim):
    """PyTorch's default dimension."""
    return 0 if ndim in (0, 1, 3) else 1
