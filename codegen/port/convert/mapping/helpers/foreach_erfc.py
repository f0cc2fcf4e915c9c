def foreach_erfc(tensors):
    """The complementary error function of each tensor."""
    return [1 - paddle.erf(tensor) for tensor in tensors]
