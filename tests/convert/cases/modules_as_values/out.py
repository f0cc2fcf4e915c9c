import paddle
from paddle_utils import TorchGELU, TorchReLU, TorchSiLU

layers = paddle.nn
act = TorchReLU()

if True:
    Swish = TorchSiLU
fast = paddle.compat.nn.functional.scaled_dot_product_attention if hasattr(paddle.compat.nn.functional, "scaled_dot_product_attention") else None
new = False

y = paddle.nn.functional.relu(x=x)
z = TorchGELU
w = None
v = (a or b).c
# >>>>>> torch.nothing_like_it: there is no rule for it
u = torch.nothing_like_it(x)


# !!!!!! torch.nn: it is replaced by `paddle.nn`, in which names can be missing or mean something else
def make(name, module=paddle.nn):
    # !!!!!! torch.nn: it is replaced by `paddle.nn`, in which names can be missing or mean something else
    local = paddle.nn
    # !!!!!! torch.nn: it is replaced by `paddle.nn`, in which names can be missing or mean something else
    # !!!!!! torch: it is replaced by `paddle`, in which names can be missing or mean something else
    return getattr(paddle.nn, name)(), helper(paddle, x), local.Tanh()


def hidden(layers, getattr_of):
    return layers.ReLU(), paddle.nn is None
