@paddle.no_grad()
def init_with(tensor, value):
    """Writes a value into a tensor, and returns the tensor."""
    paddle.assign(value.astype(tensor.dtype).reshape(tensor.shape), tensor)
    return tensor
