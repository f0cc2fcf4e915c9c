import paddle
from paddle_utils import AdamOptimizer, TorchLSTM, _Tensor_split, extend_operators, named_values, singular_values

a = TorchLSTM(2, 3, 1, batch_first=True, bidirectional=True)
b = TorchLSTM(2, 3, bidirectional=x)
c = AdamOptimizer(p, 0.1, betas=(0.9, 0.99), foreach=True)
# !!!!!! torch.linalg.svd: the signs of singular vectors are arbitrary, and can be others than in PyTorch
d = named_values('U S Vh', paddle.linalg.svd(x=x, full_matrices=False, driver=None))
# !!!!!! torch.linalg.svd: the signs of singular vectors are arbitrary, and can be others than in PyTorch
e = named_values('U S Vh', paddle.linalg.svd(x=x, full_matrices=False, driver="gesvd"))
# >>>>>> torch.svd: it is unknown which arguments `*x` contains
f = torch.svd(*x)
# >>>>>> torch.svd: it is unknown which arguments `**x` contains
g = torch.svd(**x)
# >>>>>> torch.svd: it has no argument `what`
h = torch.svd(x, what=1)
# >>>>>> torch.svd: it needs at least 1 argument
i = torch.svd()
j = paddle.add(*x, **y)
k = singular_values(x, True)
# >>>>>> torch.Tensor.split: its rule converts methods only
l = torch.Tensor.split(x, 2)
m = x.split(","), x.split(2)
