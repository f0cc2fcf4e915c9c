def functional_rms_norm(input, normalized_shape, weight=None, eps=None):
    """Divides by the root of the mean square of the last dimensions."""
    axes = list(range(input.ndim - len(normalized_shape), input.ndim))
    eps = paddle.finfo(input.dtype).eps if eps is None else eps
    output = input * paddle.rsqrt((input * input).mean(axes, keepdim=True) + eps)
    return output if weight is None else output * weight
