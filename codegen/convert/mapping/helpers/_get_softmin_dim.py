def _get_softmin_dim(ndim):
    """The dimension that PyTorch takes if none is given."""
    return 0 if ndim in (0, 1, 3) else 1
