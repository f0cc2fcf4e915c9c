def call_on_gpu(name, *args, otherwise=None, **options):
    """Calls a function of `paddle.device.cuda`; where there is no GPU, nothing is done."""
    if paddle.device.cuda.device_count() == 0:
        return otherwise
    return getattr(paddle.device.cuda, name)(*args, **options)
