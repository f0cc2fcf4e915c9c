def gradients_of(
    outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
    materialize_grads=False
):
    """The gradients of outputs with respect to inputs, as a tuple."""
    inputs = [inputs] if isinstance(inputs, paddle.Tensor) else list(inputs)
    outputs = [outputs] if isinstance(outputs, paddle.Tensor) else list(outputs)
    if isinstance(grad_outputs, paddle.Tensor):
        grad_outputs = [grad_outputs]
    found = paddle.grad(
        outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused=bool(allow_unused or materialize_grads)
    )
    if materialize_grads:
        found = [paddle.zeros_like(x) if gradient is None else gradient for gradient, x in zip(found, inputs)]
    return tuple(found)
