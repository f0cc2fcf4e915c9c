import contextlib


class AutogradMode(contextlib.ContextDecorator):
    """A context manager and decorator without an effect, because Paddle has no such mode."""

    def __init__(self, *args, **options):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False
