import paddle

layers = paddle.nn
act = paddle.nn.ReLU()

if hasattr(paddle.nn, 'SiLU'):
    Swish = paddle.nn.SiLU
fast = paddle.compat.nn.functional.scaled_dot_product_attention if hasattr(paddle.compat.nn.functional, "scaled_dot_product_attention") else None
new = False

y = paddle.nn.functional.relu(x)
z = paddle.nn.GELU
w = None
v = (a or b).c
# >>>>>> torch.nothing_like_it: there is no rule for it
u = torch.nothing_like_it(x)


# !!!!!! torch.nn: `paddle.nn` takes its place, where names can be missing or mean something else
def make(name, module=paddle.nn):
    # !!!!!! torch.nn: `paddle.nn` takes its place, where names can be missing or mean something else
    local = paddle.nn
    # !!!!!! torch.nn: `paddle.nn` takes its place, where names can be missing or mean something else
    # !!!!!! torch: `paddle` takes its place, where names can be missing or mean something else
    return getattr(paddle.nn, name)(), helper(paddle, x), local.Tanh()


def hidden(layers, getattr_of):
    return layers.ReLU(), paddle.nn is None
