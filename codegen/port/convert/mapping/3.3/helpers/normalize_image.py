def normalize_image(tensor, mean, std, inplace=False):
    """Normalises each channel of a tensor of images with a mean and a standard deviation."""
    mean, std = (paddle.to_tensor(value, dtype=tensor.dtype).reshape([-1, 1, 1]) for value in (mean, std))
    result = (tensor - mean) / std
    return paddle.assign(result, tensor) if inplace else result
