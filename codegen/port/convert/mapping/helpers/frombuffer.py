import numpy


def frombuffer(buffer, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor with a copy of a buffer's contents: `count` elements from the byte `offset` on."""
    values = numpy.frombuffer(buffer, dtype=str(dtype).rpartition(".")[2], count=count, offset=offset)
    return paddle.to_tensor(values, stop_gradient=not requires_grad)
