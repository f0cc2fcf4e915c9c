import contextlib


class AutogradMode(contextlib.ContextDecorator):
    """A context or a decorator that changes nothing: the framework has no such mode."""

    def __init__(self, *args, **options):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False
