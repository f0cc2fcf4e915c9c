"""Trains the same layer in every framework that the package was built for, and compares the losses."""

import importlib

import numpy

import my_ops.generated

numbers = numpy.random.RandomState(0)
X, TARGET = numbers.rand(16, 4), numbers.rand(16, 2)
WEIGHTS = [numbers.rand(4, 8), numbers.rand(4, 8), numbers.rand(8, 2)]
STEPS, RATE = 100, 0.05


def loss_of(x, target, gate, up, down):
    return ((my_ops.swiglu(x @ gate, x @ up) @ down - target) ** 2).mean()


def train_paddle(paddle):
    x, target = paddle.to_tensor(X), paddle.to_tensor(TARGET)
    weights = [paddle.to_tensor(weight, stop_gradient=False) for weight in WEIGHTS]
    optimizer = paddle.optimizer.SGD(RATE, weights)
    for _ in range(STEPS):
        loss = loss_of(x, target, *weights)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        yield float(loss)


def train_torch(torch):
    x, target = torch.tensor(X), torch.tensor(TARGET)
    weights = [torch.tensor(weight, requires_grad=True) for weight in WEIGHTS]
    optimizer = torch.optim.SGD(weights, RATE)
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = loss_of(x, target, *weights)
        loss.backward()
        optimizer.step()
        yield float(loss)


def train_jax(jax):
    jax.config.update("jax_enable_x64", True)

    @jax.jit
    def step(weights):
        loss, gradients = jax.value_and_grad(lambda weights: loss_of(X, TARGET, *weights))(weights)
        return loss, [weight - RATE * gradient for weight, gradient in zip(weights, gradients)]

    weights = [jax.numpy.asarray(weight) for weight in WEIGHTS]
    for _ in range(STEPS):
        loss, weights = step(weights)
        yield float(loss)


LOSSES = {}
for name, train in [("paddle", train_paddle), ("torch", train_torch), ("jax", train_jax)]:
    if name in my_ops.generated.frameworks:
        LOSSES[name] = list(train(importlib.import_module(name)))
        print(f"{name:8}{LOSSES[name][0]:.9f} -> {LOSSES[name][-1]:.9f}")
first, *others = LOSSES.values()
for losses in others:
    numpy.testing.assert_allclose(losses, first, rtol=1e-7)
