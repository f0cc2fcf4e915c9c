import paddle
from paddle_utils import _Tensor_split, augmented, extend_operators, extend_programs, extend_shapes, extend_subscripts, in_place_methods, through


def views(z, w, items):
    through(z, lambda it: it[0:2]).copy_(-w)
    through(z, lambda it: it[:, 1].t()).mul_(2).add_(1)  # only the first method changes a view of `z`
    items[0].add_(1)
    items["a"].zero_()
    z[z > 0].zero_()
    z[[0, 1]].zero_()
    z.data[0:2].copy_(w)
    through(z, lambda it: it.view(-1)[0]).fill_(1)
    through(self.weight, lambda it: it[1:]).normal_()
    with paddle.no_grad():
        z[0:2].copy_(w)
    new = paddle.zeros(3)
    through(new, lambda it: it[0]).fill_(w)
    it = z[it, 1:].zero_()


def variables(x, w):
    v = x.view(-1)
    # !!!!!! [...] =: `v` may be a view of `x`: the values of `x` change, too, but its gradient stays as it was
    v[0] = 7.
    a, b = x.chunk(2)
    # !!!!!! *.add_: `a` is a view of `x` in PyTorch, and a copy in the target: `x` stays as it was
    a.add_(1)
    # !!!!!! *=: `b` is a view of `x` in PyTorch, and a copy in the target: `x` stays as it was
    b = augmented.multiply(b, 2)
    c = x.expand(2, 3)
    # !!!!!! [...] =: `c` is a view of `x` in PyTorch, and a copy in the target: `x` stays as it was
    c[0] = w
    d = x.clone()
    d[0] = w
    e = x.detach()
    e[0] = 1
    return x


@paddle.no_grad()
def without_gradients(x):
    v = x.view(-1)
    v[0] = 7.
    return x


@paddle.no_grad()
def copies(x, y):
    through(x, lambda it: it.chunk(2)[0], is_copy=True).zero_()
    # !!!!!! [...] =: `x.detach().expand(2, 3)` is a view of `x` in PyTorch, and a copy in the target: `x` stays as it was
    x.detach().expand(2, 3)[0] = 4
    # !!!!!! *.add_: `torch.tensor_split(y, 2)[0]` is a view of `y` in PyTorch, and a copy in the target: `y` stays as it was
    paddle.tensor_split(y, 2)[0].add_(1)
    parts = y.split(2)
    # !!!!!! *.fill_: `parts` is a view of `y` in PyTorch, and a copy in the target: `y` stays as it was
    parts[0].fill_(1)
    for part in y.split([1, 2], dim=0):
        # !!!!!! *.zero_: `part` is a view of `y` in PyTorch, and a copy in the target: `y` stays as it was
        part.zero_()
    paddle.zeros(3).expand(2, 3)[0] = 1
    return x, y
