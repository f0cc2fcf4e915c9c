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


whole = torch.arange(9).reshape(3, 3)


def mixed_types():
    return (
        (whole * v, v - whole, whole / 2, whole < a, (a > 0) * whole),  # operators
        (torch.add(whole, 1.5), whole.mul(v), a.ge(0), torch.pow(2, whole), torch.eq(whole, 1)),
        (whole & 1, 3 | whole, make(7) // 2),
        (torch.cat([whole, a]), torch.where(whole > 2, a, 0), torch.hstack([v, whole[0]])),
    )


def names_of_results():
    found = torch.kthvalue(a, 2, dim=1)
    return a.max(1).indices, a.sort(dim=0).values, a.median(dim=1).values, found.values, a.cummax(1)[0]


def truth_values():
    return (a > 0).max(1)[0], torch.cumsum(a > 0, 1), (a > 0).prod(), torch.unique(a > 0), (a > 0).amax(0)


def norms_and_spreads():
    return a.norm(dim=(0, 1)), torch.norm(a, 1, 1), torch.linalg.norm(a, 2), a.std(dim=1), torch.var_mean(a, 0, False)


def limits():
    return torch.clamp(a, min=b), a.clamp(b - 1, b), a.clamp_min(0.5), a.fmod(0.3), torch.clamp_max(a, 1)


def types_of_new_tensors():
    return torch.full((2,), 7), torch.full((2,), 1.5), F.one_hot(whole[0]), a.new_tensor([1, 2]), whole.new_full((2,), 3)


def shapes_of_pieces():
    return a.chunk(2), torch.block_diag(a, v), a.unfold(1, 2, 1), torch.flip(a, dims=(1,)), torch.diag_embed(v, 1)


def gradients_of_functions():
    def gradient(function):
        x = b.clone().requires_grad_()
        function(x).sum().backward()
        return x.grad

    return (
        gradient(lambda x: x.unfold(1, 2, 1) ** 2),
        gradient(lambda x: torch.linalg.solve(torch.eye(3) * 2, x)),
        gradient(lambda x: torch.linalg.qr(x)[1].abs()),
        gradient(lambda x: torch.as_tensor(x) * whole),
        gradient(lambda x: torch.cross(x, a, dim=1)),
    )


def gradients():
    x = a.clone()
    x.requires_grad = True
    torch.sum(x * x).backward()
    return x.grad


class Training:
    """Optimizers and schedules, by what they do to a small problem."""

    @staticmethod
    def after_five(make_optimizer, make_schedule=None):
        """Weights after five steps, and the learning rates of these steps."""
        weight, bias = nn.Parameter(a.clone()), nn.Parameter(v.clone())
        optimizer = make_optimizer([{"params": [weight]}, {"params": [bias], "lr": 0.05}])
        schedule = make_schedule(optimizer) if make_schedule else None
        rates = []
        for step in range(5):
            optimizer.zero_grad()
            loss = (torch.tanh(torch.matmul(b * 0.2, weight.t() * 0.2) + bias * 0.2) ** 2).sum() * (step + 1)
            loss.backward()
            optimizer.step()
            if schedule is not None:
                schedule.step()
            rates.append(optimizer.param_groups[0]["lr"])
        return weight.detach(), bias.detach(), rates

    @staticmethod
    def gradient_descent():
        return (
            Training.after_five(lambda params: torch.optim.SGD(params, lr=0.1, momentum=0.9, weight_decay=0.01)),
            Training.after_five(lambda params: torch.optim.SGD(params, lr=0.1, momentum=0.9, dampening=0.1)),
            Training.after_five(lambda params: torch.optim.SGD(params, lr=0.1, momentum=0.9, nesterov=True)),
        )

    @staticmethod
    def adaptive():
        return (
            Training.after_five(lambda params: torch.optim.Adam(params, betas=(0.5, 0.9), amsgrad=True)),
            Training.after_five(lambda params: torch.optim.Adam(params, lr=0.01, weight_decay=0.1)),
            Training.after_five(lambda params: torch.optim.AdamW(params, lr=0.1)),
            Training.after_five(lambda params: torch.optim.RMSprop(params, lr=0.01, momentum=0.9, centered=True)),
            Training.after_five(lambda params: torch.optim.Adagrad(params, lr=0.1, lr_decay=0.1)),
            Training.after_five(lambda params: torch.optim.Adamax(params, lr=0.1)),
        )

    @staticmethod
    def schedules():
        def descent(params):
            return torch.optim.SGD(params, lr=0.1, momentum=0.9)

        return (
            Training.after_five(descent, lambda o: torch.optim.lr_scheduler.StepLR(o, 2, 0.5)),
            Training.after_five(descent, lambda o: torch.optim.lr_scheduler.LambdaLR(o, lambda n: 0.9**n)),
            Training.after_five(descent, lambda o: torch.optim.lr_scheduler.CosineAnnealingLR(o, 3, 0.01)),
            Training.after_five(descent, lambda o: torch.optim.lr_scheduler.OneCycleLR(o, 0.2, 6)),
        )


def optimizers():
    return Training.gradient_descent(), Training.adaptive(), Training.schedules()


class ScaledSquare(torch.autograd.Function):
    """A square with a gradient of its own."""

    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * x * factor

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * 2 * x * ctx.factor, None


def functions_with_gradients():
    x = a.clone().requires_grad_()
    y = ScaledSquare.apply(x, 3.0)
    y.sum().backward()
    with torch.inference_mode():
        is_recorded = (x * 2).requires_grad
    (first,) = torch.autograd.grad((x**3).sum(), x, create_graph=True, only_inputs=True)
    return y.detach(), x.grad, is_recorded, torch.autograd.grad(first.sum(), [x])[0]


def gradients_and_integers():
    x = (a * 3).clone().requires_grad_()
    values = [x.long().float(), x.to(torch.int32).float(), x.bool().float(), x.type(torch.int64) / 2, torch.count_nonzero(x) * 1.0]
    return [torch.autograd.grad((value * x).sum(), [x])[0] for value in values]


def loaders():
    from torch.utils.data import DataLoader, Subset, TensorDataset

    data = TensorDataset(torch.arange(10.0).view(5, 2), torch.arange(5))
    batches = [list(batch) for batch in DataLoader(Subset(data, [0, 2, 4]), batch_size=2)]
    sums = list(DataLoader(data, 2, drop_last=True, num_workers=1, collate_fn=lambda rows: sum(row[1] for row in rows)))
    return batches, sums, list(DataLoader([1, 2, 3], batch_size=2))


def distributions():
    from torch.distributions import Bernoulli, Beta, Categorical, Independent, Normal, kl_divergence

    normal, weights = Normal(a, positive), Categorical(logits=a)
    return (
        [normal.log_prob(b), normal.entropy(), normal.stddev, kl_divergence(normal, Normal(0.0, 1.0))],
        [weights.probs, weights.log_prob(make([0, 1, 2])), weights.entropy()],
        [Bernoulli(logits=a).log_prob((b > 0).float()), Beta(positive, positive).log_prob(torch.sigmoid(a))],
        [Independent(normal, 1).log_prob(b), list(Independent(normal, 1).event_shape), list(normal.sample((2,)).shape)],
    )


def packed_sequences():
    from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

    padded = pad_sequence([v, v[:1]], batch_first=True, padding_value=-1.0)
    packed = pack_padded_sequence(padded, make([3, 1]), batch_first=True, enforce_sorted=False)
    return padded, packed.data, packed.batch_sizes, pad_packed_sequence(packed, batch_first=True)


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


def gradient_by(function, x):
    x = x.clone().requires_grad_(True)
    function(x).sum().backward()
    return x.grad


def product_gradients():
    x = make([[0.0, 2.0], [3.0, 4.0]])
    products = gradient_by(lambda x: x.prod(), x), gradient_by(lambda x: torch.prod(x, 1, keepdim=True), x)
    return *products, gradient_by(lambda x: x.prod(0), x), (x > 1.0).prod(1)


def overlapping_views():
    x, weights = torch.arange(6.0), torch.arange(9.0).reshape(3, 3)
    gradient = gradient_by(lambda x: x.as_strided((3, 3), (1, 1), 1) * weights, x)
    return gradient, torch.as_strided(x, (2, 2), (2, 1)), gradient_by(lambda x: torch.as_strided(x, (3, 3), (1, 1)), x)


def gathered_truth():
    index = make([[2, 0], [1, 1], [0, 2]])
    return (a > 0).gather(1, index), torch.gather(a > 0, 0, index), torch.gather(a, 1, index)


def counts():
    return make(a.numel()), make(a.shape.numel()), make([shape.numel() for shape in (a.shape, v.shape)]), *map(torch.detach, [a, v])


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
    joined = nn.utils.parameters_to_vector(source.parameters())
    return result.missing_keys, target.weight, weight_norm(a), sorted(weight_norm.state_dict()), joined, joined.requires_grad


def small_probabilities():
    x, target = make([[0.0, 100.0, 90.0], [-200.0, 1.0, 3.0]]), make([0, 0])
    logs = F.log_softmax(x, 1), torch.log_softmax(x, -1), x.log_softmax(dim=0), nn.LogSoftmax(dim=1)(x), F.log_softmax(x)
    losses = F.cross_entropy(x, target), nn.CrossEntropyLoss(reduction="none")(x, target)
    return *logs, *losses, gradient_by(lambda x: F.cross_entropy(x, target), x), torch.log_softmax(x, 1, torch.float64)


def small_whole_numbers():
    torch._assert(a.dim() == 2, "two dimensions")
    mask = (a > 0).byte()
    mask.fill_diagonal_(0)
    return mask, (a > 0).fill_diagonal_(True)


def bytes_as_masks():
    positive, other = (a > 0).byte(), (b > 1).byte()
    product = positive * other
    return product, positive - 1, 1 - other, product > 0, positive & other, positive / 2, *torch.where(product)


class Normalized(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(3)
        self.head = nn.Module()
        self.head.norm = nn.LayerNorm(3)

    def forward(self, x):
        pair = torch.nn.modules.utils._pair(2), torch.nn.modules.utils._pair((1, 2))
        return self.head.norm(self.norm(x)), torch.jit.annotate(torch.Tensor, x).norm(dim=1), make(pair)


def layers_called_norm():
    return Normalized()(a)
