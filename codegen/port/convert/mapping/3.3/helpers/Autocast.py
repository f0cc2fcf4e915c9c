import contextlib


class Autocast(contextlib.ContextDecorator):
    """Automatic mixed precision on a kind of device. Does nothing if there is no such device, or if it is not enabled."""

    def __init__(self, device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
        is_cpu = str(device_type).startswith("cpu")
        dtype = dtype if dtype is not None else paddle.bfloat16 if is_cpu else paddle.float16
        enabled = bool(enabled) and (is_cpu or paddle.device.cuda.device_count() > 0)
        self._arguments = dict(enable=enabled, dtype=str(dtype).rpartition(".")[2])
        self._contexts = []

    def __enter__(self):
        self._contexts.append(paddle.amp.auto_cast(**self._arguments))
        self._contexts[-1].__enter__()
        return self

    def __exit__(self, *error):
        return self._contexts.pop().__exit__(*error)
