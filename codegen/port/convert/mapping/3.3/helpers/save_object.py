import io
import os


def save_object(obj, f, pickle_module=None, pickle_protocol=4, **options):
    """Saves tensors, and containers of them, to a path or an open file."""
    protocol = max(pickle_protocol, 2)
    if not hasattr(f, "write"):
        paddle.save(obj, os.fspath(f), protocol=protocol)
        return
    buffer = io.BytesIO()
    paddle.save(obj, buffer, protocol=protocol)
    f.write(buffer.getvalue())
