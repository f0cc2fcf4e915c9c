def deviation_and_mean(name, input, dim=None, unbiased=True, keepdim=False, **settings):
    """PyTorch's `std_mean` and `var_mean`. The function is the one of `extend_reductions`."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    spread = getattr(paddle, name)(input, dim, unbiased, keepdim, **settings)
    return spread, paddle.mean(input, dim, keepdim)
