def hessian_of(func, inputs):
    """The second derivatives of a function that returns a number."""

    def gradient(*xs):
        found = paddle.grad(func(*xs), list(xs), create_graph=True, allow_unused=True)
        found = tuple(paddle.zeros_like(x) if g is None else g for g, x in zip(found, xs))
        return found if isinstance(inputs, (tuple, list)) else found[0]

    return jacobian_of(gradient, inputs)
