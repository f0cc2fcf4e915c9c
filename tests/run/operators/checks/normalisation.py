"""Layers that normalise, with running statistics."""
import paddle
import paddle.nn.functional as F


def calls():
    yield "softmax", lambda: differentiated(lambda x: F.softmax(x, axis=0), tensor(3, 4))
    yield "log_softmax", lambda: differentiated(F.log_softmax, tensor(3, 4))
    yield "layer_norm", lambda: differentiated(lambda x, w, b: F.layer_norm(x, [4], w, b), tensor(2, 3, 4), tensor(4), tensor(4))
    yield "instance_norm", lambda: differentiated(lambda x: F.instance_norm(x), tensor(2, 3, 4, 4))
    yield "group_norm", lambda: differentiated(paddle.nn.GroupNorm(2, 4), tensor(2, 4, 3, 3))
    yield "batch_norm", batch_norm


def batch_norm():
    layer = paddle.nn.BatchNorm2D(3)
    results = differentiated(layer, tensor(2, 3, 4, 4))
    layer.eval()
    return results + [layer._mean, layer._variance, layer(tensor(2, 3, 4, 4))]
