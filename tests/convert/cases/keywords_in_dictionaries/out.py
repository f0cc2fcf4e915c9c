import paddle
from paddle_utils import functional_conv, functional_gumbel_softmax, gradients_of

a = functional_conv(input=x, weight=w, **settings)
b = functional_conv(input=x, weight=w, bias=None, **self.settings["a"])
c = functional_conv(**settings)
d = gradients_of(outputs=y, inputs=x, **settings)
e = gradients_of(outputs=y, inputs=x, only_inputs=True, **{"create_graph": True}, **settings)
# >>>>>> torch.nn.functional.conv2d: it is unknown which arguments `*w` contains
f = torch.nn.functional.conv2d(x, *w, **settings)
# What `settings` may contain has another name, is dropped, or changes the call; or there is no helper with PyTorch's arguments.
# >>>>>> torch.svd: it is unknown which arguments `**settings` contains
g = torch.svd(x, **settings)
# >>>>>> torch.linalg.inv: it is unknown which arguments `**settings` contains
h = torch.linalg.inv(x, **settings)
i = paddle.diff(x, **settings)
# >>>>>> torch.full: it is unknown which arguments `**settings` contains
j = torch.full((2,), 1.0, **settings)
k = functional_gumbel_softmax(x, 1.0, **settings)
# >>>>>> torch.linalg.inv: it is unknown which arguments `**settings` contains
l = torch.linalg.inv(x, out=None, **settings)
