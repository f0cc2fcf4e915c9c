def functional_batch_norm(
    input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    """Batch normalisation. Training updates the running values: `momentum` is the share of the new ones."""
    if training:
        count = input.size // input.shape[1]
        if count == 1:
            raise ValueError("training needs more than one value for each channel")
        mean = paddle.zeros([input.shape[1]], input.dtype)
        variance = paddle.zeros([input.shape[1]], input.dtype)
        output = _normalized(input, mean, variance, weight, bias, True, eps)
        if running_mean is not None:
            with paddle.no_grad():
                unbiased = variance * (count / (count - 1))
                paddle.assign(running_mean * (1 - momentum) + mean * momentum, running_mean)
                paddle.assign(running_var * (1 - momentum) + unbiased * momentum, running_var)
        return output
    return _normalized(input, running_mean, running_var, weight, bias, False, eps)


def _normalized(input, mean, variance, weight, bias, training, eps):
    """Normalises each channel; with `training`, `mean` and `variance` become those of the input."""
    channels = input.shape[1]
    weight = paddle.ones([channels], mean.dtype) if weight is None else weight
    bias = paddle.zeros([channels], mean.dtype) if bias is None else bias
    return paddle.nn.functional.batch_norm(
        input, mean, variance, weight, bias, training=training, momentum=0.0, epsilon=eps
    )
