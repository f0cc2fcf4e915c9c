"""Functions of PyTorch whose results are compared with those of their conversions. Each returns what can be compared."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import tensor as make
from torch.nn.functional import relu

a = make([[1.0, -2.0, 3.0], [0.5, 4.0, -1.5], [2.0, 0.25, 1.0]])
b = make([[2.0, 1.0, 0.5], [1.5, -0.5, 1.0], [0.75, 3.0, 2.0]])
v = make([1.0, 2.0, 3.0])
positive = torch.abs(a) + 0.5
symmetric = torch.matmul(b, b.t())


def names_and_aliases():
    my = relu
    return my(a), F.softmax(a, 1), torch.arccos(v / 4.0), torch.clip(a, -1.0, 1.0)


def elementwise():
    return torch.abs(a), torch.exp(a), torch.sqrt(positive), torch.sin(a) + torch.cos(b), torch.maximum(a, b)


def methods():
    return a.abs().add(b), (a + b).pow(2), a[0].cumsum(0), a.t().sum(), (a > b).float()


def reductions():
    return torch.sum(a), torch.mean(a, 0), a.prod(), torch.logsumexp(a, 1), a.argmax()


def shapes():
    x = torch.reshape(a, [9, 1]).squeeze(1)
    return torch.cat([a, b], 0), torch.stack([v, v]), x, torch.flatten(b), a.unsqueeze(0).expand(2, 3, 3)


def products():
    return torch.matmul(a, b), torch.bmm(a.unsqueeze(0), b.unsqueeze(0)), torch.mv(a, v), torch.dot(v, v)


def add_products():
    batch = torch.stack([a, b])
    return (
        torch.addbmm(a, batch, batch, beta=0.5, alpha=2),  # function
        a.addbmm(batch, batch),  # method
        torch.addcmul(a, a, b, value=0.5),
        torch.addcdiv(a, b, positive),
        v.addmv(a, v, alpha=3),
        a.addr(v, v, beta=2),
    )


def chain():
    return torch.chain_matmul(a, b, a + b)


def special():
    return (
        torch.special.exp2(v),
        torch.special.erfc(v),
        torch.special.erfcx(v / 4),
        torch.special.xlogy(v, positive[0]),
        torch.special.xlog1py(v, positive[0]),
        torch.special.ndtri(v / 4),
        torch.special.ndtr(v),
        torch.logaddexp2(v, v + 1),
        -torch.special.exp2(v) ** 2,
    )


def expit_needs_a_statement():
    y = torch.special.expit(v)
    return y, torch.special.expit(a) * 2


def decompositions():
    u, s, w = torch.svd(a)
    q = torch.mm(torch.mm(u, torch.diag(s)), w.t())
    sign, log = torch.slogdet(symmetric)
    inverse, info = torch.linalg.inv_ex(symmetric)
    factor, info2 = torch.linalg.cholesky_ex(symmetric)
    return q, s, sign, log, inverse, factor, torch.adjoint(a), symmetric.logdet()


def in_the_middle():
    if torch.svd(a)[1][0] > 0:
        return torch.svd(a)[1] + torch.svd(b)[1]


def extremes():
    values, indices = a.max(1)
    smallest, places = a.min(dim=0)
    return values, indices, smallest, places, a.max(), a.max(b), a.min(other=b)


def sorted_values():
    values, indices = a.sort(1)
    return values, indices


def parts():
    first, second = a.split(2)
    return first, second, a.select(0, 1), a.narrow_copy(0, -2, 2)


def selected():
    return a.where(a > 0, b), torch.index_copy(a, 0, make([0, 2]), b[:2]), torch.numel(a), a.numel()


def pools():
    x = torch.reshape(torch.cat([a, b, a, b], 0)[:9], [1, 3, 9])
    return (
        F.avg_pool1d(x, 3, padding=1),
        F.avg_pool1d(x, kernel_size=3, padding=1, count_include_pad=False),
        F.softmin(a, 1),
    )


def comparisons():
    return a.equal(a), a.allclose(a + 1e-9), torch.is_nonzero(v[0]), torch.can_cast(torch.float32, torch.int64)


def types():
    return a.type(torch.int64), a.is_floating_point(), torch.can_cast(torch.int32, torch.float64)


def power():
    return torch.float_power(v, 2), v.float_power(torch.tensor([1.0, 2.0, 3.0]))


def lists():
    return torch._foreach_abs([a, b]), torch._foreach_exp([v])


def in_place():
    x = a.clone()
    x.addcmul_(a, b)
    z = a.clone()
    z.erfc_()
    return x, z


def factories():
    x = torch.full([2, 2], 7.0)
    return x, torch.zeros(2, 3), torch.ones_like(a), torch.arange(5), torch.eye(3), torch.linspace(0, 1, 5)


def losses():
    return F.mse_loss(a, b), F.l1_loss(a, b)


class Net(nn.Module):
    """A network without random numbers."""

    def __init__(self):
        super().__init__()
        self.act = nn.ReLU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act(x) + self.scale(x)

    def scale(self, x, by=torch.tensor(2.0)):
        return x * by


def module():
    return Net()(a), nn.Sigmoid()(a), nn.Softmin(1)(a)


def gradients():
    x = a.clone()
    x.requires_grad = True
    torch.sum(x * x).backward()
    return x.grad


def lambdas():
    square = lambda t: torch.addcmul(t, t, t)
    return square(a), [torch.special.exp2(row) for row in a], {"k": torch.logaddexp2(v, v)}["k"]


def pair():
    return torch.histogram(v, 3)[0], torch.linalg.slogdet(symmetric)[1]


def solve():
    upper = torch.triu(positive)
    x, copy = torch.triangular_solve(v.reshape(3, 1), upper)
    return x, copy


def symmetric_values():
    values, vectors = torch.linalg.eigh(symmetric)
    return values


def scatter():
    return torch.gather(a, 1, make([[0], [1], [2]])), torch.tril(a), torch.triu(a), torch.diag(v)


def texts():
    return f"{torch.numel(a)} {a.numel()!r}", str(len("torch.abs(x)"))


def dims():
    return a.ndim, list(a.shape), a.dim()


def filled(layer):
    """The layer with parameters that do not depend on chance."""
    with torch.no_grad():
        for parameter in layer.parameters():
            count = parameter.numel()
            parameter.copy_((torch.arange(count, dtype=torch.float32) * 0.7 % 1.3 - 0.5).reshape(parameter.shape))
    return layer


def image(channels):
    count = channels * 36
    return (torch.arange(count, dtype=torch.float32) * 0.37 % 2.0 - 1.0).reshape(1, channels, 6, 6)


def convolutions():
    wide = filled(nn.Conv2d(2, 3, (3, 2), padding=(1, 0), padding_mode="reflect"))
    same = filled(nn.Conv1d(2, 2, 4, padding="same", dilation=2))
    back = filled(nn.ConvTranspose2d(2, 3, 3, stride=2, output_padding=1))
    sizes = list(wide.kernel_size) + list(back.output_padding) + [wide.in_channels, wide.groups]
    return wide(image(2)), same(image(2)[:, :, 0]), back(image(2)), sizes


def normalisations():
    layer = filled(nn.BatchNorm2d(2))
    out = layer(image(2))
    frozen = filled(nn.LayerNorm([6], eps=0.01))
    return out, layer.running_var, frozen(image(2)), filled(nn.GroupNorm(1, 2))(image(2)), nn.InstanceNorm2d(2)(image(2))


def names_of_parameters():
    net = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2), nn.LSTM(2, 2, bidirectional=True))
    return sorted(net.state_dict()), list(net[1:].state_dict())[:2], next(net.parameters()).shape[0]


def embeddings():
    table = filled(nn.Embedding(4, 3, padding_idx=0))
    return table(make([[0, 2], [3, 0]])), nn.Embedding.from_pretrained(a)(make([2, 0])), F.embedding_bag(make([[0, 2]]), a)


def losses_of_classes():
    classes, weight = make([0, 2, 1]), make([1.0, 2.0, 0.5])
    smooth = F.cross_entropy(a, classes, weight=weight, label_smoothing=0.2, reduction="sum")
    images = F.cross_entropy(image(2), (image(1)[:, 0] > 0).long(), ignore_index=1)
    return smooth, images, F.cross_entropy(a, F.softmax(b, 1)), nn.NLLLoss(weight)(F.log_softmax(a, 1), classes)


def recurrent_layers():
    steps = image(3)[0]
    outputs, (h, c) = filled(nn.LSTM(6, 2, num_layers=2, batch_first=True, bidirectional=True))(steps)
    cell = filled(nn.GRUCell(3, 2))
    return outputs, h, c, cell(a), filled(nn.RNN(6, 2, nonlinearity="relu"))(steps)[0]


def attention_layers():
    x = image(2)[0]
    out, weights = filled(nn.MultiheadAttention(6, 2, batch_first=True))(x, x, x)
    layer = nn.TransformerEncoderLayer(6, 2, 4, dropout=0.0, activation="gelu", norm_first=True)
    return out, weights, filled(nn.TransformerEncoder(layer, 2))(x)


def windows():
    x = image(2)
    pooled, places = F.max_pool2d(x, 3, stride=2, ceil_mode=True, return_indices=True)
    return pooled, places, F.max_pool2d(x, 2, dilation=2), F.pad(x, (-1, 2, 1, 0), mode="circular"), F.pad(x, (1, -1))


def resizing():
    x = image(2)
    return F.interpolate(x, scale_factor=1.7), F.interpolate(x, size=4, mode="nearest-exact"), nn.Upsample(size=(3, 9), mode="bilinear")(x)


def activations_in_place():
    x, y = a * 1.0, b * 1.0
    joined = nn.Sequential(nn.LeakyReLU(0.2, True), nn.Hardtanh(-1.0, 2.0, inplace=True))(x)
    return joined, x, F.elu(y, alpha=0.5, inplace=True), y, nn.ELU(0.3).alpha


def first_values():
    torch.manual_seed(0)
    tensor = nn.init.kaiming_uniform_(torch.empty(50, 200), a=5**0.5)
    table = nn.Embedding(500, 20).weight
    low, high = float(nn.Linear(100, 400).weight.abs().max()) < 0.1001, float(table.std()) > 0.9
    return float(tensor.abs().max()) < 0.0708, low, high, nn.init.calculate_gain("leaky_relu", 0.2), nn.init.eye_(torch.empty(2, 3))


def loading():
    source, target = filled(nn.Linear(3, 2)), nn.Linear(3, 2)
    result = target.load_state_dict({"weight": source.weight, "other": v}, strict=False)
    weight_norm = filled(nn.utils.weight_norm(nn.Linear(3, 2)))
    return result.missing_keys, result.unexpected_keys, target.weight, weight_norm(a), sorted(weight_norm.state_dict())
