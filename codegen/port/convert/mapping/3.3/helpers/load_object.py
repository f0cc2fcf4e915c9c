import io
import os


def load_object(f, map_location=None, pickle_module=None, **options):
    """Loads saved objects to the current device, from a path or an open file."""
    return paddle.load(io.BytesIO(f.read()) if hasattr(f, "read") else os.fspath(f))
