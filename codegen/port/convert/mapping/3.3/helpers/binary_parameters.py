def binary_parameters(probs, logits):
    """Probabilities and their logits, of which one is given."""
    if (probs is None) == (logits is None):
        raise ValueError("either `probs` or `logits` must be given, but not both")
    if probs is None:
        (logits,) = broadcast_parameters(logits)
        return paddle.nn.functional.sigmoid(logits), logits
    (probs,) = broadcast_parameters(probs)
    eps = paddle.finfo(probs.dtype).eps
    inside = paddle.clip(probs, eps, 1 - eps)
    return probs, paddle.log(inside) - paddle.log1p(-inside)
