"""Distributions: densities, moments and divergences are those of PyTorch; samples have the right shapes and means."""

from __future__ import annotations

import paddle
import pytest
from conftest import arrays, assert_same

from paddle_torch.distributions import continuous, discrete, divergences, multivariate

# A distribution, and a value with a density.
CASES = [
    ("Normal(T([0.5, 1.0]), T([1.0, 2.0]))", "T([0.3, 0.6])", continuous), ("Laplace(T(0.5), T(2.0))", "T(1.5)", continuous),
    ("Uniform(T(0.0), T(3.0))", "T(1.5)", continuous), ("Exponential(T([0.5, 2.0]))", "T([1.5, 0.2])", continuous),
    ("Gamma(T(2.0), T(3.0))", "T(0.7)", continuous), ("Beta(T(2.0), T(3.0))", "T(0.7)", continuous),
    ("StudentT(T(5.0), T(1.0), T(2.0))", "T(0.7)", continuous), ("LogNormal(T(0.1), T(0.5))", "T(0.7)", continuous),
    ("Gumbel(T(0.1), T(0.5))", "T(0.7)", continuous), ("HalfNormal(T(0.5))", "T(0.7)", continuous),
    ("Bernoulli(T([0.2, 0.7]))", "T([1.0, 0.0])", discrete), ("Binomial(5, T(0.3))", "T(2.0)", discrete),
    ("Poisson(T(2.5))", "T(3.0)", discrete), ("Geometric(T(0.3))", "T(2.0)", discrete),
    ("Categorical(T([0.2, 0.3, 0.5]))", "T(2)", discrete),
    ("Dirichlet(T([0.5, 2.0, 3.0]))", "T([0.2, 0.3, 0.5])", multivariate),
    ("MultivariateNormal(T([0.5, 1.0]), T([[2.0, 0.5], [0.5, 1.0]]))", "T([0.1, 0.2])", multivariate),
]  # fmt: skip


def made(code: str, module):
    """The helper for a distribution."""
    name = code.split("(")[0]
    return eval(code, {name: getattr(module, f"{name}Distribution"), "T": paddle.to_tensor})


@pytest.mark.parametrize(("code", "value", "module"), CASES, ids=[case[0] for case in CASES])
def test_density_and_moments(torch, code, value, module):
    """The logarithm of the density, the mean, the variance, the shapes."""
    mine = made(code, module)
    results = [mine.log_prob(eval(value, {"T": paddle.to_tensor}))]
    expected = f"""
T = torch.tensor
d = torch.distributions.{code}
[d.log_prob({value}), d.mean, d.variance, list(d.batch_shape), list(d.event_shape)]
"""
    results += [mine.mean, mine.variance] if "Categorical" not in code else []
    expected = expected.replace("d.mean, d.variance, ", "") if "Categorical" in code else expected
    assert_same(arrays([*results, list(mine.batch_shape), list(mine.event_shape)]), torch(expected))


@pytest.mark.parametrize(
    ("p", "q", "module"),
    [
        ("Normal(T(0.5), T(1.0))", "Normal(T(1.5), T(2.0))", continuous),
        ("Gamma(T(2.0), T(3.0))", "Gamma(T(1.0), T(2.0))", continuous),
        ("Bernoulli(T(0.2))", "Bernoulli(T(0.7))", discrete),
        ("Categorical(T([0.2, 0.8]))", "Categorical(T([0.5, 0.5]))", discrete),
    ],
)
def test_divergence(torch, p, q, module):
    """The Kullback-Leibler divergence."""
    mine = divergences.kl_divergence_of(made(p, module), made(q, module))
    code = f"T = torch.tensor\nd = torch.distributions\ntorch.distributions.kl_divergence(d.{p}, d.{q})"
    assert_same(arrays(mine), torch(code))


@pytest.mark.parametrize(("code", "value", "module"), CASES, ids=[case[0] for case in CASES])
def test_samples(code, value, module):
    """Many samples have the mean of the distribution."""
    paddle.seed(1)
    mine = made(code, module)
    samples = mine.sample([4000]).astype("float32")
    assert samples.shape == [4000, *mine.batch_shape, *mine.event_shape]
    if "Categorical" not in code:
        error = (samples.mean(0) - mine.mean).abs() / (mine.variance.sqrt() + 1e-6)
        assert float(error.max()) < 0.1
