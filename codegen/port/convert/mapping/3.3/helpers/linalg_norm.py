def linalg_norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """PyTorch's `linalg.norm`: the norm of a matrix if two dimensions and an order are given, or else of a vector."""
    if dtype is not None:
        A = A.astype(dtype)
    dims = list(dim) if isinstance(dim, (list, tuple)) else dim
    is_matrix = ord is not None and (A.ndim == 2 if dims is None else isinstance(dims, list) and len(dims) == 2)
    if is_matrix:
        return paddle.linalg.matrix_norm(A, ord, [-2, -1] if dims is None else dims, keepdim)
    return paddle.linalg.vector_norm(A, 2.0 if ord is None else float(ord), dims, keepdim)
