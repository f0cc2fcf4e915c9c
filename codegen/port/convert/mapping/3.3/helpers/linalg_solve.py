def linalg_solve(A, B, *, left=True):
    """PyTorch's `linalg.solve`: the solution of `AX = B`, or of `XA = B`."""
    if not left:
        return linalg_solve(A.swapaxes(-2, -1), B.swapaxes(-2, -1)).swapaxes(-2, -1)
    return paddle.linalg.solve(*with_all_gradients(A, B))
