import pytest
import paddle
from paddle_utils import array_or_error, backward_or_error, extend_gradients, mean_or_error, requiring_gradient


def training(loss):
    loss.backward()
    return loss.mean().detach().numpy()


def caught(loss, x):
    try:
        backward_or_error(loss, retain_graph=True)
        mean_or_error(x, 0)
        requiring_gradient(paddle.ones(2, dtype=paddle.int64), True)
    except RuntimeError:
        loss.backward()
    else:
        x.numpy()
    try:
        x.numpy()
    finally:
        x.mean()


def expected(x, y, failed):
    with pytest.raises(RuntimeError):
        array_or_error(y)
    with paddle.no_grad():
        x.mean()
    return failed(lambda: requiring_gradient(x, True)), failed(lambda: requiring_gradient(paddle.arange(3), True))
