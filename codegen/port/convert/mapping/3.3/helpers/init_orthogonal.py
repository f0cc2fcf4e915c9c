def init_orthogonal(tensor, gain=1, generator=None):
    """Makes a matrix orthogonal; further dimensions count as columns."""
    if tensor.ndim < 2:
        raise ValueError("only tensors with two dimensions or more are supported")
    rows, columns = tensor.shape[0], tensor.size // tensor.shape[0]
    flat = paddle.randn([max(rows, columns), min(rows, columns)])
    q, r = paddle.linalg.qr(flat)
    q = q * paddle.sign(paddle.diag(r))
    return init_with(tensor, (q.t() if rows < columns else q) * gain)
