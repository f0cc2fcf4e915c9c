def vjp_of(func, inputs, v=None, create_graph=False):
    """The result of a function, and `v` times its Jacobian."""
    xs = differentiable_inputs(inputs, create_graph)
    results = func(*xs)
    outputs = list(results) if isinstance(results, (tuple, list)) else [results]
    v = v if v is None or isinstance(v, (tuple, list)) else [v]
    found = paddle.grad(outputs, xs, v and list(v), create_graph=create_graph, allow_unused=True)
    found = tuple(paddle.zeros_like(x) if g is None else g for g, x in zip(found, xs))
    if not create_graph:
        outputs = [y.detach() for y in outputs]
    values = tuple(outputs) if isinstance(results, (tuple, list)) else outputs[0]
    return values, found if isinstance(inputs, (tuple, list)) else found[0]
