def tensor_norm(input, *args, **kwargs):
    """The norm of a tensor. For other objects, calls their method."""
    return norm_of(input, *args, **kwargs) if isinstance(input, paddle.Tensor) else input.norm(*args, **kwargs)


def norm_of(input, p="fro", dim=None, keepdim=False, dtype=None):
    """PyTorch's `norm`: the norm of a vector, even over several dimensions, except for the nuclear norm."""
    if dtype is not None:
        input = input.astype(dtype)
    if p == "nuc":
        return paddle.linalg.matrix_norm(input, p, [-2, -1] if dim is None else list(dim), keepdim)
    dim = list(dim) if isinstance(dim, (list, tuple)) else dim
    return paddle.linalg.vector_norm(input, 2.0 if p in ("fro", None) else float(p), dim, keepdim)
