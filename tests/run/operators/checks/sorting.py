"""Order and selection; some results are whole numbers."""
import paddle


def calls():
    yield "sort", lambda: differentiated(lambda x: paddle.sort(x, 0), tensor(4, 3))
    yield "argsort", lambda: paddle.argsort(tensor(4, 3), descending=True)
    yield "topk", lambda: differentiated(lambda x: paddle.topk(x, 2), tensor(3, 4))
    yield "kthvalue", lambda: differentiated(lambda x: paddle.kthvalue(x, 2), tensor(3, 4))
    yield "mode", lambda: differentiated(paddle.mode, tensor(3, 4))
    yield "argmax", lambda: [paddle.argmax(tensor(3, 4), 1), paddle.argmin(tensor(3, 4), 0)]
    yield "unique", lambda: paddle.unique(paddle.to_tensor([3, 1, 3, 2]), True, True, True)
    yield "nonzero", lambda: paddle.nonzero(tensor(3, 4) > 0)
    yield "searchsorted", lambda: paddle.searchsorted(paddle.to_tensor([1.0, 3.0, 5.0]), paddle.to_tensor([2.0, 5.0]))
    yield "bincount", lambda: paddle.bincount(paddle.to_tensor([1, 2, 1]))
    yield "cummax", lambda: differentiated(lambda x: paddle.cummax(x, 0), tensor(3, 4))
