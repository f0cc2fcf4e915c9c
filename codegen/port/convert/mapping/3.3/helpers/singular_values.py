def singular_values(input, some=True):
    """PyTorch's `svd`: the last part is the matrix itself, not its conjugate transpose."""
    u, s, vh = paddle.linalg.svd(input, full_matrices=not some)
    return named_values("U S V", (u, s, vh.conj().swapaxes(-2, -1)))
