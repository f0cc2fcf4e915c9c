import numpy


def frombuffer(buffer, dtype):
    """A tensor with a copy of a buffer's contents."""
    return paddle.to_tensor(numpy.frombuffer(buffer, dtype=str(dtype).rpartition(".")[2]))
