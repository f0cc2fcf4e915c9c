import contextlib


class ForkRandomState(contextlib.ContextDecorator):
    """Restores the state of the random numbers at the end of a block."""

    def __init__(self, devices=None, enabled=True, **options):
        self._enabled = enabled

    def __enter__(self):
        self._state = paddle.get_rng_state() if self._enabled else None

    def __exit__(self, *error):
        if self._enabled:
            paddle.set_rng_state(self._state)
