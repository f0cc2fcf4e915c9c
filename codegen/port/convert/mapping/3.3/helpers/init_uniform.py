def init_uniform(tensor, a=0.0, b=1.0, generator=None):
    """Draws the items from a uniform distribution between two numbers."""
    return init_with(tensor, paddle.uniform(tensor.shape, min=float(a), max=float(b)))
