def minimum_and_maximum(input, *, dim=None, keepdim=False):
    """PyTorch's `aminmax`."""
    return named_values("min max", (input.amin(dim, keepdim), input.amax(dim, keepdim)))
