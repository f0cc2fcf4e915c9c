"""Functions that only change shapes, some of which return views."""
import paddle


def calls():
    yield "reshape", lambda: differentiated(lambda x: paddle.reshape(x, [3, -1]), tensor(2, 6))
    yield "transpose", lambda: differentiated(lambda x: paddle.transpose(x, [2, 0, 1]), tensor(2, 3, 4))
    yield "flatten", lambda: differentiated(lambda x: paddle.flatten(x, 1), tensor(2, 3, 4))
    yield "squeeze", lambda: differentiated(lambda x: paddle.squeeze(x, [1]), tensor(2, 1, 4))
    yield "unsqueeze", lambda: differentiated(lambda x: paddle.unsqueeze(x, [0, 2]), tensor(2, 4))
    yield "expand", lambda: differentiated(lambda x: paddle.expand(x, [3, 2, 4]), tensor(2, 1))
    yield "tile", lambda: differentiated(lambda x: paddle.tile(x, [2, 2]), tensor(2, 3))
    yield "roll", lambda: differentiated(lambda x: paddle.roll(x, 1, 0), tensor(3, 2))
    yield "flip", lambda: differentiated(lambda x: paddle.flip(x, [0, 1]), tensor(3, 2))
    yield "strided", lambda: differentiated(lambda x: paddle.as_strided(x, [2, 2], [3, 1]), tensor(3, 4))
    yield "view", lambda: differentiated(lambda x: x.view([4, 3]), tensor(3, 4))
    yield "diagonal", lambda: differentiated(paddle.diagonal, tensor(3, 4))
