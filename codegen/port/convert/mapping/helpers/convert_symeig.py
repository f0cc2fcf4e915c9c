def convert_symeig(input, eigenvectors=False, upper=True, out=None):
    """Eigenvalues of a symmetric matrix, and eigenvectors if asked for."""
    triangle = "U" if upper else "L"
    if eigenvectors:
        result = paddle.linalg.eigh(input, UPLO=triangle)
    else:
        result = paddle.linalg.eigvalsh(input, UPLO=triangle), paddle.empty([0], dtype=input.dtype)
    if out is None:
        return result
    return tuple(paddle.assign(value, output=target) for value, target in zip(result, out))
