def functional_max_pool1d(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """Maxima of windows over the last dimension."""
    return max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
