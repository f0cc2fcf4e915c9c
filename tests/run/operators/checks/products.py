"""Products of vectors and matrices."""
import paddle


def calls():
    yield "matmul", lambda: differentiated(paddle.matmul, tensor(2, 3, 4), tensor(2, 4, 5))
    yield "transposed", lambda: differentiated(lambda x, y: paddle.matmul(x, y, True, True), tensor(4, 3), tensor(5, 4))
    yield "bmm", lambda: differentiated(paddle.bmm, tensor(2, 3, 4), tensor(2, 4, 2))
    yield "dot", lambda: differentiated(paddle.dot, tensor(5), tensor(5))
    yield "mv", lambda: differentiated(paddle.mv, tensor(3, 4), tensor(4))
    yield "addmm", lambda: differentiated(lambda i, x, y: paddle.addmm(i, x, y, 0.5, 2.0), tensor(2, 3), tensor(2, 4), tensor(4, 3))
    yield "cross", lambda: differentiated(paddle.cross, tensor(2, 3), tensor(2, 3))
    yield "kron", lambda: differentiated(paddle.kron, tensor(2, 2), tensor(2, 3))
