def functional_instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5
):
    """Normalises each channel of each item; `momentum` is the share of the new running values."""
    axes = list(range(2, input.ndim))
    shape = [1, -1] + [1] * len(axes)
    if use_input_stats:
        mean = input.mean(axes, keepdim=True)
        variance = input.var(axes, unbiased=False, keepdim=True)
        if running_mean is not None:
            _follow(input, mean, variance, running_mean, running_var, momentum)
    else:
        mean, variance = running_mean.reshape(shape), running_var.reshape(shape)
    output = (input - mean) * paddle.rsqrt(variance + eps)
    if weight is not None:
        output = output * weight.reshape(shape)
    return output if bias is None else output + bias.reshape(shape)


@paddle.no_grad()
def _follow(input, mean, variance, running_mean, running_var, momentum):
    """Moves the running values towards those of the input."""
    count = input.size // (input.shape[0] * input.shape[1])
    mean = mean.reshape([input.shape[0], -1]).mean(0)
    variance = variance.reshape([input.shape[0], -1]).mean(0) * (count / max(count - 1, 1))
    paddle.assign(running_mean * (1 - momentum) + mean * momentum, running_mean)
    paddle.assign(running_var * (1 - momentum) + variance * momentum, running_var)
