def jacobian_of(func, inputs, create_graph=False):
    """The derivatives of each element of the outputs with respect to each element of the inputs."""
    xs = differentiable_inputs(inputs, create_graph)
    results = func(*xs)
    rows = []
    for y in results if isinstance(results, (tuple, list)) else [results]:
        parts = [
            paddle.grad(part, xs, retain_graph=True, create_graph=create_graph, allow_unused=True)
            for part in (y.reshape([-1]).unbind() if not y.stop_gradient else [])
        ]
        columns = []
        for index, x in enumerate(xs):
            found = [part[index] if part[index] is not None else paddle.zeros_like(x) for part in parts]
            shape = [*y.shape, *x.shape]
            columns.append(paddle.stack(found).reshape(shape) if found else paddle.zeros(shape, x.dtype))
        rows.append(tuple(columns) if isinstance(inputs, (tuple, list)) else columns[0])
    return tuple(rows) if isinstance(results, (tuple, list)) else rows[0]
