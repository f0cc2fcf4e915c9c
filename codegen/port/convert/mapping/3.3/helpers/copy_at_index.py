def copy_at_index(input, dim, index, source):
    """Copies `source` into a tensor, at some indices of a dimension."""
    input[(slice(None),) * (dim % input.ndim) + (index,)] = source
    return input
