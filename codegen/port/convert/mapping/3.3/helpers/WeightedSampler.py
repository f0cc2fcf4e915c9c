import numpy


class WeightedSampler(paddle.io.WeightedRandomSampler):
    """Draws indices with given weights, which may be a list."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        super().__init__(numpy.asarray(weights, dtype="float64"), int(num_samples), replacement)
