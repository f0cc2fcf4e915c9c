import math
import numpy


def split_randomly(dataset, lengths, generator=None):
    """Splits a dataset at random into parts of given lengths, or of given fractions of the whole."""
    total = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = [math.floor(total * fraction) for fraction in lengths]
        for index in range(total - sum(lengths)):
            lengths[index % len(lengths)] += 1
    if sum(lengths) != total:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    indices = paddle.randperm(total).tolist()
    ends = numpy.cumsum(lengths).tolist()
    return [paddle.io.Subset(dataset, indices[end - length : end]) for end, length in zip(ends, lengths)]
