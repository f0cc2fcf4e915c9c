def linalg_lu_solve(LU, pivots, B, left=True, adjoint=False, out=None):
    """Solves a system of equations with a factorized matrix, which is on the left or on the right of the unknown."""
    if left:
        result = paddle.linalg.lu_solve(B, LU, pivots, trans="H" if adjoint else "N")
    else:
        transposed = paddle.linalg.lu_solve(B.conj().mT, LU, pivots, trans="N" if adjoint else "H")
        result = transposed.conj().mT
    return result if out is None else paddle.assign(result, output=out)
