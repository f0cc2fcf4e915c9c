def call_on_gpu(name, *args, otherwise=None, **options):
    """Calls a function of `paddle.device.cuda`. Does nothing if there is no GPU."""
    if paddle.device.cuda.device_count() == 0:
        return otherwise
    return getattr(paddle.device.cuda, name)(*args, **options)
