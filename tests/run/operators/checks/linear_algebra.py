"""Decompositions and solvers."""
import paddle


def symmetric(count):
    x = tensor(count, count)
    return (paddle.matmul(x, x, transpose_y=True) + paddle.eye(count)).detach()


def calls():
    yield "cholesky", lambda: differentiated(paddle.linalg.cholesky, kept(symmetric(3)))
    yield "inverse", lambda: differentiated(paddle.linalg.inv, kept(symmetric(3)))
    yield "det", lambda: differentiated(paddle.linalg.det, kept(symmetric(3)))
    yield "solve", lambda: differentiated(paddle.linalg.solve, kept(symmetric(3)), tensor(3, 2))
    yield "triangular_solve", lambda: differentiated(paddle.linalg.triangular_solve, kept(symmetric(3)), tensor(3, 2))
    yield "matrix_power", lambda: differentiated(lambda x: paddle.linalg.matrix_power(x, 3), tensor(3, 3))
    yield "eigvalsh", lambda: differentiated(paddle.linalg.eigvalsh, kept(symmetric(3)))
    yield "qr", lambda: differentiated(paddle.linalg.qr, tensor(4, 3))
    yield "lu", lambda: paddle.linalg.lu(symmetric(3))
    yield "svd", lambda: paddle.linalg.svd(tensor(4, 3))[1]
    yield "pinv", lambda: paddle.linalg.pinv(symmetric(3))


def kept(x):
    x.stop_gradient = False
    return x
