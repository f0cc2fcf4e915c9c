"""Convolutions, which the framework writes by hand above the generated layer, and their transposes."""
import paddle.nn.functional as F


def calls():
    yield "conv1d", lambda: differentiated(F.conv1d, tensor(2, 3, 8), tensor(4, 3, 3))
    yield "conv2d", lambda: differentiated(lambda x, w: F.conv2d(x, w, stride=2, padding=1), tensor(2, 3, 6, 6), tensor(4, 3, 3, 3))
    yield "conv3d", lambda: differentiated(F.conv3d, tensor(1, 2, 4, 4, 4), tensor(2, 2, 2, 2, 2))
    yield "depthwise", lambda: differentiated(lambda x, w: F.conv2d(x, w, groups=4), tensor(1, 4, 5, 5), tensor(4, 1, 3, 3))
    yield "transposed", lambda: differentiated(F.conv2d_transpose, tensor(1, 3, 4, 4), tensor(3, 2, 3, 3))
    yield "unfold", lambda: differentiated(lambda x: F.unfold(x, [2, 2]), tensor(1, 2, 4, 4))
    yield "fold", lambda: differentiated(lambda x: F.fold(x, [4, 4], [2, 2], strides=2), tensor(1, 8, 4))
