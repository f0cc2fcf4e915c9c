def functional_max_pool2d(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """Maxima of windows over the last dimensions."""
    return max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
