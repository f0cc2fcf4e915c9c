class SampleStream(paddle.io.IterableDataset):
    """A dataset that is read in order. It has no length unless a subclass defines one."""

    def __len__(self):
        raise TypeError(f"object of type '{type(self).__name__}' has no len()")
