import torch


def update(rate):
    a = torch.ones(2, requires_grad=True)
    (a * a).sum().backward()
    with torch.no_grad():
        a -= rate * a.grad
        b = torch.zeros(2)
        b += 1
    c = torch.zeros(2)
    c += 1
    return a, b, c
