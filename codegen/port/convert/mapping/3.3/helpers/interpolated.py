def interpolated(input, end, weight):
    """PyTorch's `lerp`, with the gradient of a weight that is a tensor."""
    return input + weight * (end - input)
