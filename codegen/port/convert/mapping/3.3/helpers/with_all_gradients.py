def with_all_gradients(*tensors):
    """Turns constants into tensors with gradients, because some of Paddle's gradients crash if an operand has none."""
    if not paddle.is_grad_enabled() or all(tensor.stop_gradient for tensor in tensors):
        return tensors
    operands = [tensor.detach() if tensor.stop_gradient else tensor for tensor in tensors]
    for operand in operands:
        operand.stop_gradient = False
    return operands
