import pytest
import torch


def training(loss):
    loss.backward()
    return loss.mean().detach().numpy()


def caught(loss, x):
    try:
        loss.backward(retain_graph=True)
        x.mean(0)
        torch.ones(2, dtype=torch.int64, requires_grad=True)
    except RuntimeError:
        loss.backward()
    else:
        x.numpy()
    try:
        x.numpy()
    finally:
        x.mean()


def expected(x, y, failed):
    with pytest.raises(RuntimeError):
        y.numpy()
    with torch.no_grad():
        x.mean()
    return failed(lambda: x.requires_grad_()), failed(lambda: torch.arange(3, requires_grad=True))
