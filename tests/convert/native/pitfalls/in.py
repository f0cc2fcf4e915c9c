import torch
import torch.nn as nn
import torch.nn.functional as F


def update(model, rate):
    with torch.no_grad():
        for p in model.parameters():
            p -= rate * p.grad


def optimizers(a, b):
    return torch.optim.SGD([{"params": [a]}, {"params": [b], "lr": 0.01}], lr=0.1)


def report(scheduler, bn, x, t, layer, emb):
    print(scheduler.get_last_lr()[0], bn.running_mean, 16 * 4 * 4)
    loss = F.cross_entropy(x, t, ignore_index=-1) + nn.CrossEntropyLoss(label_smoothing=0.1, ignore_index=0)(x, t)
    logits = F.linear(x, layer.weight) + F.linear(x, emb.weight) + nn.Linear(2, 2, bias=None)(x)
    return loss, logits, torch.fmod(x, 3), x.addcdiv(x, x, value=2)
