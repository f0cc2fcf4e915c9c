def functional_conv_transpose(
    input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
):
    """A transposed convolution over one, two or three dimensions."""
    dims = weight.ndim - 2
    is_batch = input.ndim == weight.ndim
    functions = paddle.nn.functional
    convolve = (functions.conv1d_transpose, functions.conv2d_transpose, functions.conv3d_transpose)[dims - 1]
    output = convolve(
        input if is_batch else input.unsqueeze(0), weight, bias, stride=list(as_tuple(stride, dims)),
        padding=list(as_tuple(padding, dims)), output_padding=list(as_tuple(output_padding, dims)),
        groups=groups, dilation=list(as_tuple(dilation, dims)),
    )
    return output if is_batch else output.squeeze(0)
