"""Reductions over axes."""
import paddle


def calls():
    for name in ["sum", "mean", "max", "min", "prod", "logsumexp", "amax", "amin"]:
        yield name, lambda name=name: differentiated(getattr(paddle, name), tensor(2, 3, 4))
        yield name + " of an axis", lambda name=name: differentiated(lambda x: getattr(paddle, name)(x, axis=1, keepdim=True), tensor(2, 3, 4))
    yield "norm", lambda: differentiated(lambda x: paddle.norm(x, p=3, axis=1), tensor(2, 3))
    yield "all", lambda: [paddle.all(tensor(2, 3) > 0), paddle.any(tensor(2, 3) > 0)]
    yield "cumsum", lambda: differentiated(lambda x: paddle.cumsum(x, 1), tensor(2, 3))
    yield "cumprod", lambda: differentiated(lambda x: paddle.cumprod(x, 1), tensor(2, 3, low=0.5))
    yield "logcumsumexp", lambda: differentiated(lambda x: paddle.logcumsumexp(x, 0), tensor(2, 3))
