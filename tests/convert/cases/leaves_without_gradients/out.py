import paddle
from paddle_utils import augmented, extend_gradients, extend_operators


def update(rate):
    a = paddle.ones(2, requires_grad=True)
    (a * a).sum().backward()
    with paddle.no_grad():
        a = augmented.subtract(a, rate * a.grad)
        b = paddle.zeros(2)
        b += 1
    c = paddle.zeros(2)
    c += 1
    return a, b, c
