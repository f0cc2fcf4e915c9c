def normalize_image(tensor, mean, std, inplace=False):
    """A tensor of images with a mean subtracted from each channel, divided by a standard deviation."""
    mean, std = (paddle.to_tensor(value, dtype=tensor.dtype).reshape([-1, 1, 1]) for value in (mean, std))
    result = (tensor - mean) / std
    return paddle.assign(result, tensor) if inplace else result
