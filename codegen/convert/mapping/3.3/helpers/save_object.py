import os


def save_object(obj, f, pickle_module=None, pickle_protocol=4, **options):
    """Saves tensors, and containers of them, to a path or an open file."""
    paddle.save(obj, f if hasattr(f, "write") else os.fspath(f), protocol=max(pickle_protocol, 2))
