def foreach_erfc_(tensors):
    """The complementary error function of each tensor, in place."""
    return [paddle.assign(1 - paddle.erf(tensor), output=tensor) for tensor in tensors]
