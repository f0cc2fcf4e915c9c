def blur_image(img, kernel_size, sigma=None):
    """A tensor of images, blurred with a Gaussian kernel of width and height `kernel_size`."""
    width, height = (kernel_size, kernel_size) if isinstance(kernel_size, int) else kernel_size
    if sigma is None:
        sigma = [0.3 * ((size - 1) * 0.5 - 1) + 0.8 for size in (width, height)]
    sigma = [sigma, sigma] if isinstance(sigma, (int, float)) else list(sigma) * (2 if len(sigma) == 1 else 1)
    rows = []
    for size, spread in zip((width, height), sigma):
        x = paddle.arange(size, dtype="float32") - (size - 1) / 2
        weights = paddle.exp(-x * x / (2 * spread * spread))
        rows.append(weights / weights.sum())
    channels = img.shape[-3]
    kernel = paddle.outer(rows[1], rows[0]).astype(img.dtype).expand([channels, 1, height, width])
    images = img.reshape([-1, *img.shape[-3:]])
    padding = [width // 2, width // 2, height // 2, height // 2]
    images = paddle.nn.functional.pad(images, padding, mode="reflect")
    return paddle.nn.functional.conv2d(images, kernel, groups=channels).reshape(img.shape)
