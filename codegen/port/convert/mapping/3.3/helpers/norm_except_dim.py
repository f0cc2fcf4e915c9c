def norm_except_dim(weight, dim):
    """The norms over all dimensions but one, or over all dimensions if `dim` is `None` or -1."""
    if dim is None or dim == -1:
        return (weight * weight).sum().sqrt()
    axes = [axis for axis in range(weight.ndim) if axis != dim % weight.ndim]
    return (weight * weight).sum(axes, keepdim=True).sqrt()
