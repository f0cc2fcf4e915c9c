def init_normal(tensor, mean=0.0, std=1.0, generator=None):
    """Draws the items from a normal distribution."""
    return init_with(tensor, paddle.randn(tensor.shape) * std + mean)
