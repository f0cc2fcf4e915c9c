def jvp_of(func, inputs, v=None, create_graph=False):
    """The result of a function, and its Jacobian times `v`."""
    xs = differentiable_inputs(inputs, create_graph)
    results = func(*xs)
    outputs = list(results) if isinstance(results, (tuple, list)) else [results]
    v = [paddle.ones_like(x) for x in xs] if v is None else [v] if isinstance(v, paddle.Tensor) else list(v)
    products = []
    for y in outputs:
        weights = paddle.zeros_like(y)
        weights.stop_gradient = False
        found = paddle.grad(y, xs, weights, create_graph=True, allow_unused=True)
        dot = sum((g * t).sum() for g, t in zip(found, v) if g is not None)
        products.append(paddle.grad(dot, [weights, *xs], create_graph=create_graph, allow_unused=True)[0])
    if not create_graph:
        outputs = [y.detach() for y in outputs]
    is_many = isinstance(results, (tuple, list))
    return (tuple(outputs), tuple(products)) if is_many else (outputs[0], products[0])
