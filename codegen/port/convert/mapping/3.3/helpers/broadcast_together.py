def broadcast_together(*tensors):
    """PyTorch's `broadcast_tensors`. Paddle's crashes in the backward pass if a result is not used."""
    tensors = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    shape = paddle.broadcast_shapes(*(tensor.shape for tensor in tensors))
    return tuple(tensor.expand(shape) for tensor in tensors)
