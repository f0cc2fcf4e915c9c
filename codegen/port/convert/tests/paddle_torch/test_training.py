"""Optimizers and schedules: the parameters and learning rates of each step are those of PyTorch."""

from __future__ import annotations

import paddle
import pytest
from conftest import arrays, assert_same

from paddle_torch import optim, schedulers

# Without NAdam, which Debian's PyTorch 1.13 computes in another way than later releases.
OPTIMIZERS = [
    "SGD(p, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01)", "Adam(p, lr=0.1, amsgrad=True)", "AdamW(p, lr=0.1)",
    "Adamax(p, lr=0.1)", "RAdam(p, lr=0.1)", "Adagrad(p, lr=0.1, lr_decay=0.1)", "Adadelta(p, lr=1.0)",
    "RMSprop(p, lr=0.1, momentum=0.5, centered=True)", "Rprop(p, lr=0.1)", "ASGD(p, lr=0.1)",
]  # fmt: skip
SCHEDULES = [
    "StepLR(o, 3, 0.5)", "MultiStepLR(o, [2, 5], 0.1)", "ExponentialLR(o, 0.9)", "CosineAnnealingLR(o, 4, 0.01)",
    "CosineAnnealingWarmRestarts(o, 3, 2)", "LinearLR(o, 0.5, 1.0, 4)", "ConstantLR(o, 0.5, 3)", "PolynomialLR(o, 5, 2.0)",
    "LambdaLR(o, lambda e: 0.9 ** e)", "MultiplicativeLR(o, lambda e: 0.9)", "OneCycleLR(o, 1.0, 12)",
    "CyclicLR(o, 0.1, 1.0, 3, mode='triangular2')",
]  # fmt: skip

IN_TORCH = """
w = torch.nn.Parameter(torch.tensor([1.0, -2.0, 3.0]))
p = [w]
o = torch.optim.{optimizer}
s = {schedule}
seen = []
for step in range(10): o.zero_grad(); (w ** 2 * torch.tensor([1.0, 2.0, 0.5])).sum().backward(); o.step(); {next}; seen.append(w.tolist() + [o.param_groups[0]["lr"]])
seen
"""


def run(make, schedule) -> list:
    """The parameters and the learning rate after each of ten steps."""
    w = paddle.create_parameter([3], "float32")
    w.set_value(paddle.to_tensor([1.0, -2.0, 3.0]))
    optimizer = make([w])
    scheduler = schedule and schedule(optimizer)
    seen = []
    for _ in range(10):
        optimizer.zero_grad()
        (w**2 * paddle.to_tensor([1.0, 2.0, 0.5])).sum().backward()
        optimizer.step()
        if scheduler:
            scheduler.step()
        seen.append([*w.tolist(), optimizer.param_groups[0]["lr"]])
    return arrays(seen)


@pytest.mark.parametrize("code", OPTIMIZERS)
def test_optimizer(torch, code):
    """Ten steps on a quadratic function."""
    name = code.split("(")[0]
    make = eval(f"lambda p: {code}", {name: getattr(optim, f"{name}Optimizer")})
    assert_same(run(make, None), torch(IN_TORCH.format(optimizer=code, schedule="None", next="pass")))


@pytest.mark.parametrize("code", SCHEDULES)
def test_schedule(torch, code):
    """The learning rates of ten steps."""
    name = code.split("(")[0]
    schedule = eval(f"lambda o: {code}", {name: getattr(schedulers, f"{name}Scheduler")})
    expected = IN_TORCH.format(optimizer="SGD(p, lr=0.1, momentum=0.9)", schedule=f"torch.optim.lr_scheduler.{code}", next="s.step()")
    assert_same(run(lambda p: optim.SGDOptimizer(p, lr=0.1, momentum=0.9), schedule), torch(expected))
