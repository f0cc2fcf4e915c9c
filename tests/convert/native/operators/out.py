import paddle
from paddle_utils import in_place_methods, split_by_size, tensor_sort


def compute(x, y, words, seen, flag):
    z = (x + 1) - (x - 2 * y) * ((x + 1) ** 2)
    z = (x > 0.5) & x.eq(y) & (x <= y)
    # >>>>>> torch.div: the rounding mode is only known when it runs
    z = (x // y) + (x / y) + torch.div(x, y, rounding_mode=flag)
    best, where = paddle.compat.max(x, dim=1)
    most = x.max()
    first, second = paddle.compat.split(x, [2, 3], dim=1)
    unknown = split_by_size(words, flag)
    parts = "a b".split(" ")
    seen.add(1)
    order = paddle.compat.sort(x, dim=-1, descending=True)
    tensor_sort(words)
    size = int(x.numel()) + x.reshape(-1).norm(axis=(0, 1), p='fro') + paddle.norm(x, axis=0)
    spread = x.std(axis=0) + x.var(1, keepdim=True) + x.std(unbiased=False)
    log = paddle.nn.functional.log_softmax(x, axis=-1) + paddle.nn.functional.log_softmax(x, 1)
    x += y
    x[0].add_(1)
    return paddle.full((2, 3), 7), bool(paddle.allclose(x, y)), list(map(paddle.add, [x], [y]))


def losses(x, t):
    return paddle.nn.functional.cross_entropy(x, t, ignore_index=1, axis=1) + paddle.nn.functional.nll_loss(x, t) + paddle.nn.functional.mse_loss(input=x, label=t, reduction="sum")


class Double(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 2 * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensor()
        return 2 * grad
