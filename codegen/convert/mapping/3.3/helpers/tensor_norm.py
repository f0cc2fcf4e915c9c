def tensor_norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    """PyTorch's `norm`: of several dimensions, too, it is the norm of a vector, unless it is the nuclear one."""
    if not isinstance(input, paddle.Tensor):
        return input.norm(p, dim)
    if dtype is not None:
        input = input.astype(dtype)
    if p == "nuc":
        return paddle.linalg.matrix_norm(input, p, [-2, -1] if dim is None else list(dim), keepdim)
    dim = list(dim) if isinstance(dim, (list, tuple)) else dim
    return paddle.linalg.vector_norm(input, 2.0 if p in ("fro", None) else float(p), dim, keepdim)
