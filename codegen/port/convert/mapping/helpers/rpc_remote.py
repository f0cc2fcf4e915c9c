class rpc_remote:
    """A result on another machine, which is fetched on demand."""

    def __init__(self, future):
        self._future = future

    def to_here(self):
        return self._future.wait()
