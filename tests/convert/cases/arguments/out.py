import paddle
from paddle_utils import AdamOptimizer, _Tensor_split

a = paddle.nn.LSTM(input_size=2, hidden_size=3, num_layers=1, time_major=not True, direction='bidirect')
b = paddle.nn.LSTM(input_size=2, hidden_size=3, time_major=not False, direction='bidirect' if x else 'forward')
c = AdamOptimizer(p, 0.1, betas=(0.9, 0.99), foreach=True)
d = paddle.linalg.svd(x=x, full_matrices=False)
e = paddle.linalg.svd(x=x, full_matrices=False)
# >>>>>> torch.svd: which arguments `*x` stands for is not known
f = torch.svd(*x)
# >>>>>> torch.svd: which arguments `**x` stands for is not known
g = torch.svd(**x)
# >>>>>> torch.svd: it has no argument `what`
h = torch.svd(x, what=1)
tmp_u, tmp_s, tmp_v = paddle.linalg.svd()
i = tmp_u, tmp_s, tmp_v.conj().t()
j = paddle.add(*x, **y)
# >>>>>> torch.svd: the target has no counterpart of the argument `compute_uv`
k = torch.svd(x, compute_uv=True)
# >>>>>> torch.Tensor.split: its rule converts methods only
l = torch.Tensor.split(x, 2)
m = x.split(","), x.split(2)
