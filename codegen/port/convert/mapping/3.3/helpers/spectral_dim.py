def spectral_dim(module, dim):
    """The dimension of the outputs: the second of transposed convolutions, and else the first."""
    return int(getattr(module, "transposed", False)) if dim is None else dim
