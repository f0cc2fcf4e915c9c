def extend_gradients():
    """Lets gradients be changed in place: like PyTorch's, they are not differentiated themselves."""
    original = paddle.Tensor.grad

    def grad(self):
        gradient = original.__get__(self)
        if gradient is not None:
            gradient.stop_gradient = True
        return gradient

    if not isinstance(original, property):
        paddle.Tensor.grad = property(grad, original.__set__, original.__delete__)


extend_gradients()
