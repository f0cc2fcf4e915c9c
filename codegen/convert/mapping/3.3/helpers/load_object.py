import os


def load_object(f, map_location=None, pickle_module=None, **options):
    """Loads what was saved, to the current device."""
    return paddle.load(f if hasattr(f, "read") else os.fspath(f))
