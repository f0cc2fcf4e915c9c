def functional_group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalises groups of channels. Without a weight, the gradient would be wrong, so one is always passed."""
    channels = input.shape[1]
    if input.ndim == 2:
        return functional_group_norm(input.unsqueeze(-1), num_groups, weight, bias, eps).squeeze(-1)
    weight = paddle.ones([channels], input.dtype) if weight is None else weight
    bias = paddle.zeros([channels], input.dtype) if bias is None else bias
    shape = input.shape
    output = paddle.nn.functional.group_norm(input.reshape([shape[0], channels, -1, 1]), num_groups, eps, weight, bias)
    # The gradient needs the original values, which the caller may change in place.
    return (output if output.stop_gradient else output.clone()).reshape(shape)
