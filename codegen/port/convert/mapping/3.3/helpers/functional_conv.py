def functional_conv(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """A convolution over one, two or three dimensions; `padding` may be "same" or "valid"."""
    dims = weight.ndim - 2
    is_batch = input.ndim == weight.ndim
    dilation = as_tuple(dilation, dims)
    if padding == "same":
        totals = [d * (size - 1) for d, size in zip(dilation, weight.shape[2:])]
        padding = [side for total in totals for side in (total // 2, total - total // 2)]
    elif padding == "valid":
        padding = 0
    else:
        padding = list(as_tuple(padding, dims))
    functions = paddle.nn.functional
    convolve = (functions.conv1d, functions.conv2d, functions.conv3d)[dims - 1]
    strides = list(as_tuple(stride, dims))
    output = convolve(
        input if is_batch else input.unsqueeze(0), weight, bias, strides, padding, list(dilation), groups
    )
    return output if is_batch else output.squeeze(0)
