def sign_and_logdet(input):
    """PyTorch's `slogdet`: the sign of the determinant, and the logarithm of its absolute value."""
    return named_values("sign logabsdet", paddle.linalg.slogdet(input))
