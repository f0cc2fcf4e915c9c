def bartlett_window(window_length, periodic=True, **settings):
    """PyTorch's `bartlett_window`: a triangle."""
    settings = {key: settings[key] for key in ("dtype",) if settings.get(key) is not None}
    length = window_length if periodic else window_length - 1
    return 1 - abs(2 * paddle.arange(window_length, **settings or {"dtype": "float32"}) / max(length, 1) - 1)
