"""Functions that change tensors in place, whose results are compared with those of their conversions."""
import torch
import torch.nn as nn
import torch.nn.functional as F

a = torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.5]])
w = torch.tensor([2.0, 0.5, 4.0])
n = torch.tensor([5, -7, 3])


def leaf(x):
    x = x.clone()
    x.requires_grad = True
    return x


def gradients_of(result, *leaves):
    result.sum().backward()
    return [x.grad for x in leaves]


def failure(change):
    try:
        change()
    except RuntimeError:
        return "fails"
    return "works"


def aliases():
    x = a.clone()
    y, z = x, [x, x]
    x += w
    x -= 0.5
    x *= w
    x /= 2
    x //= 0.5
    x %= 3
    x **= 2
    z[1] *= -1
    return x, y, z[0]


def arguments():
    def change(x, y):
        x += y
        return x

    x = a.clone()
    change(x, w)
    change(x[0], w)
    numbers = [1]
    change(numbers, [2])
    return x, numbers, change(1, 2), change("a", "b")


def integers():
    x = n.clone()
    y = x
    x += 2
    x *= torch.tensor([1, 2, 3])
    x //= 2
    x %= 4
    x |= 8
    x &= 13
    x ^= torch.tensor(1)
    x <<= 2
    x >>= 1
    mask = x > 2
    same = mask
    mask &= x < 20
    mask |= torch.tensor([True, False, False])
    return y, same.int()


def data_types():
    x, y, z = a.clone(), n.clone(), a.double()
    same = x, y, z
    x += n
    x *= n > 0
    x -= torch.tensor([0.25, 0.5, 0.75]).double()
    y += torch.tensor([1, 2, 3], dtype=torch.int32)
    z /= w
    return same, str(x.dtype).split(".")[1], str(y.dtype).split(".")[1], str(z.dtype).split(".")[1]


def refused():
    def add(x, y):
        x += y

    def divide(x, y):
        x /= y

    return [
        failure(lambda: add(n.clone(), 1.5)),
        failure(lambda: add(n.clone(), w)),
        failure(lambda: divide(n.clone(), 2)),
        failure(lambda: add(w.clone(), a)),
        failure(lambda: add(n > 0, 1)),
        failure(lambda: add(leaf(w), 1)),
        failure(lambda: add(leaf(w) * 1, 1)),
    ]


def views():
    x = a.clone()
    flat = x.view(-1)
    flat += 1
    row = x[0]
    row *= 2
    turned = x.t()
    turned /= 4
    column = x[:, 1]
    column -= 1
    for part in x:
        part += w
    return x, flat


def slices():
    x = a.clone()
    x[:, 1:] += w[1:]
    x[0] *= 2
    x[x > 2] -= 1
    x[[0, 1], [2, 0]] /= 4
    return x


def containers():
    x, y = a.clone(), w.clone()
    both = {"x": x, "y": y}
    both["x"] += 1
    both["y"] /= 2
    counts = {"k": 1}
    counts["k"] += 1
    rows = [x[0], x[1]]
    for i in range(2):
        rows[i] *= i
    return x, y, counts["k"]


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(3))
        self.register_buffer("calls", torch.zeros(1, dtype=torch.long))
        self.weight = nn.Parameter(torch.ones(3))
        self.steps = 0

    def forward(self, x):
        self.total += x.detach().sum(0)
        self.calls += 1
        self.steps += 1
        return x * self.weight - self.total


def buffers():
    counter = Counter()
    total = counter.total
    counter(a)
    result = counter(a)
    return result, total, counter.state_dict()["calls"], counter.steps


def parameters():
    counter = Counter()
    weight = counter.weight
    counter(a).sum().backward()
    with torch.no_grad():
        for p in counter.parameters():
            p -= 0.1 * p.grad
    counter.weight.data *= 2
    counter.weight.grad *= 3
    with torch.no_grad():
        counter.weight += 1
    return weight, counter.weight.grad, len(list(counter.parameters()))


def sums_in_loops():
    total = torch.zeros(3)
    first = total
    loss, losses = 0, []
    for row in a:
        total += row
        loss += F.mse_loss(row, w)
        losses.append(loss)
    loss /= len(a)
    return first, losses[-1], loss


def gradients():
    x, y = leaf(a), leaf(w)
    z = x * 1
    same = z
    z += y
    z *= y
    z -= 2
    z = z * z
    z += x
    return same, gradients_of(z, x, y)


def gradients_of_division():
    x, y = leaf(a), leaf(w)
    z = x * 1
    same = [z]
    z /= y
    z /= 2
    z += y
    return same, gradients_of(z, x, y)


def gradients_of_products():
    x, y = leaf(a), leaf(w)
    z = x * 1
    same = [z]
    z *= y
    z **= 2
    z += z
    return same, gradients_of(z, x, y)


def changed_gradients():
    x = leaf(w)
    (x * 2).sum().backward()
    first = x.grad.clone()
    x.grad.zero_()
    (x * x).sum().backward()
    x.grad.mul_(0.5)
    x.grad += 1
    return first, x.grad, x.grad.requires_grad


def gradients_into_constants():
    x = leaf(a)
    z = torch.zeros(2, 3)
    same = z
    z += x * x
    z[0] += w
    return same, gradients_of(z, x)


def gradients_of_items():
    x, y = leaf(a), leaf(w)
    z = [x * 2]
    z[0] += y
    parts = x * 1
    parts[0] *= 3
    parts[1] += y
    return gradients_of(z[0] * parts, x, y)


def methods():
    x, y = leaf(a), leaf(w)
    z = x * 1
    z.add_(1).mul_(2.0).sub_(y, alpha=2).div_(4).add_(y, alpha=0.5)
    k = n.clone()
    k.add_(2).mul_(3).floor_divide_(2).remainder_(5).pow_(2).bitwise_or_(1)
    half = a.clone().div_(2, rounding_mode="floor"), a.clone().div_(w, rounding_mode="trunc")
    return z, k, half, gradients_of(z, x, y)


def copies():
    x, y = leaf(a), leaf(w)
    z = x * 1
    z.copy_(y)
    z.mul_(y)
    k = torch.zeros(2, 3)
    row = k[0]
    row.copy_(n)
    whole = n.clone()
    whole.copy_(torch.tensor([1.75, -2.75, 0.5]))
    y.sum().backward()
    return z, k, whole, gradients_of(z, y)


def old_order_of_arguments():
    g, m = w.clone(), a[:, :2].clone()
    x = a.clone().mul_(0.9).add_(0.1, g).addcmul_(0.1, g, g).addcdiv_(0.5, g, g)
    y = torch.add(a, 2, g), a.sub(2, g), torch.addcmul(a, 0.1, g, g), a.addcdiv(0.5, g, g)
    z = torch.addmm(0.5, m, 2, m, m), m.addmm(0.5, m, m), m.clone().addmm_(0.5, 3, m.clone(), m.clone())
    return x, y, z, m.addmv(2, 3, m, m[0]) if False else m.addr(2, 3, m[0], m[1])


def methods_that_the_framework_lacks():
    x, y = leaf(a), leaf(w)
    z = (x * 1).addcmul_(y, y, value=3).addcdiv_(x, y).clamp_min_(-1.0).clamp_max_(20.0)
    return z, a.clone().sign_(), a.clone().fmod_(2), a.clone().erf_(), a.clone().negative_(), gradients_of(z, x, y)


def changes_through_views():
    x, y = leaf(a), leaf(w)
    z = x * 1
    z[0:2, 1].copy_(y[:2])
    z[0].add_(y).mul_(1.0)
    z.t()[2].mul_(y[0])
    z.view(-1)[5:].fill_(7.0)
    k = torch.zeros(3)
    k[0:2].copy_(y[1:])
    (k * k).sum().backward(retain_graph=True)
    return z, k, gradients_of(z * z, x, y)


def items_from_the_same_tensor():
    x = leaf(a)
    z = x.clone()
    z[:, ::2] = 0
    z[0] = z[1]
    z[None, [1], 0:1] = w[0]
    return z, gradients_of(z * z, x)
