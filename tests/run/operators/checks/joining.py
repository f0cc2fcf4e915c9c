"""Functions that take or return lists of tensors."""
import paddle


def calls():
    yield "concat", lambda: differentiated(lambda x, y: paddle.concat([x, y], axis=1), tensor(2, 3), tensor(2, 1))
    yield "stack", lambda: differentiated(lambda x, y: paddle.stack([x, y], axis=1), tensor(2, 3), tensor(2, 3))
    yield "add_n", lambda: differentiated(lambda x, y: paddle.add_n([x, y, x]), tensor(2, 3), tensor(2, 3))
    yield "split", lambda: differentiated(lambda x: paddle.split(x, [1, 3], axis=1), tensor(2, 4))
    yield "in equal parts", lambda: differentiated(lambda x: paddle.split(x, 2, axis=1), tensor(2, 4))
    yield "unbind", lambda: differentiated(lambda x: paddle.unbind(x, 0), tensor(2, 4))
    yield "unstack", lambda: differentiated(lambda x: paddle.unstack(x, 1), tensor(2, 3))
    yield "meshgrid", lambda: differentiated(lambda x, y: paddle.meshgrid(x, y), tensor(2), tensor(3))
    yield "broadcast_tensors", lambda: differentiated(lambda x, y: paddle.broadcast_tensors([x, y]), tensor(2, 1), tensor(3))
    yield "multi_dot", lambda: differentiated(lambda x, y, z: paddle.linalg.multi_dot([x, y, z]), tensor(2, 3), tensor(3, 4), tensor(4, 2))
