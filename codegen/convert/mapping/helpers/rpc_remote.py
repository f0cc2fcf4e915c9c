class rpc_remote:
    """A result on another machine, which is fetched when it is asked for."""

    def __init__(self, future):
        self._future = future

    def to_here(self):
        return self._future.wait()
