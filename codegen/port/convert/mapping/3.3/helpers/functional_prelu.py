def functional_prelu(input, weight):
    """A leaky ReLU with one slope, or with one for each channel."""
    if weight.size > 1 and input.ndim > 1:
        weight = weight.reshape([1, -1] + [1] * (input.ndim - 2))
    return paddle.where(input > 0, input, input * weight)
