def linalg_solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    """PyTorch's `linalg.solve_triangular`: the solution of `AX = B`, or of `XA = B`, for a triangular matrix."""
    if not left:
        solution = linalg_solve_triangular(
            A.swapaxes(-2, -1), B.swapaxes(-2, -1), upper=not upper, unitriangular=unitriangular
        )
        return solution.swapaxes(-2, -1)
    if unitriangular:
        diagonal = paddle.eye(A.shape[-1], dtype=A.dtype)
        A = A * (1 - diagonal) + diagonal
    return paddle.linalg.triangular_solve(A, B, upper=upper)
