class SamplerBatches(paddle.io.BatchSampler):
    """A batch sampler with the order of arguments of PyTorch's."""

    def __init__(self, sampler, batch_size, drop_last):
        super().__init__(sampler=sampler, batch_size=batch_size, drop_last=drop_last)
