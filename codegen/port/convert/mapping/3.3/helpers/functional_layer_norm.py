def functional_layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalises over the last dimensions; weight and bias have their shape."""
    shape = [normalized_shape] if isinstance(normalized_shape, int) else [int(size) for size in normalized_shape]
    if list(input.shape[input.ndim - len(shape):]) != shape:
        raise RuntimeError(f"the input ends in {list(input.shape)[-len(shape):]} instead of {shape}")
    if weight is not None and (weight.stop_gradient or bias is None):
        # Paddle's gradient ignores a weight that does not need a gradient itself.
        output = functional_layer_norm(input, shape, None, None, eps) * weight
        return output if bias is None else output + bias
    if eps <= 1e-3:
        flat = [None if value is None else value.flatten() for value in (weight, bias)]
        return paddle.nn.functional.layer_norm(input, shape, flat[0], flat[1], eps)
    axes = list(range(input.ndim - len(shape), input.ndim))
    output = input - input.mean(axes, keepdim=True)
    output = output * paddle.rsqrt((output * output).mean(axes, keepdim=True) + eps)
    output = output if weight is None else output * weight
    return output if bias is None else output + bias
