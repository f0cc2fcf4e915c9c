"""Distributions: densities, moments and divergences are those of PyTorch; samples have the right shapes and means."""

from __future__ import annotations

import paddle
import pytest
from conftest import arrays, assert_same

from paddle_torch.distributions import continuous, discrete, divergences, multivariate, transforms
from paddle_torch.distributions.constraints import DistributionConstraints

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


@pytest.mark.parametrize("method", ["log_prob", "entropy", "cdf", "icdf", "mean", "variance"])
@pytest.mark.parametrize(("code", "value", "module"), CASES, ids=[case[0] for case in CASES])
def test_gradients(torch, code, value, module, method):
    """The gradients of the parameters and of the value."""
    tried = f"""
leaves = []
def T(value):
    tensor = torch.tensor(value)
    if tensor.is_floating_point():
        leaves.append(tensor.requires_grad_())
    return tensor
d = torch.distributions.{code}
x = T(0.3) if {method == "icdf"} else {value}
try:
    result = d.{method} if {method in ("mean", "variance")} else d.{method}({"" if method == "entropy" else "x"})
    found = torch.autograd.grad(result.sum(), leaves, allow_unused=True) if result.requires_grad else ["no gradient"]
except NotImplementedError:
    found = ["not implemented"]
[None if gradient is None or isinstance(gradient, str) or not gradient.any() else gradient for gradient in found]
"""
    expected = torch(tried)
    if all(gradient is None for gradient in expected):
        return
    leaves = []

    def variable(number):
        tensor = paddle.to_tensor(number)
        if tensor.is_floating_point():
            tensor.stop_gradient = False
            leaves.append(tensor)
        return tensor

    name = code.split("(")[0]
    mine = eval(code, {name: getattr(module, f"{name}Distribution"), "T": variable})
    x = variable(0.3) if method == "icdf" else eval(value, {"T": variable})
    result = getattr(mine, method)
    result = result if method in ("mean", "variance") else result() if method == "entropy" else result(x)
    found = paddle.grad(result.sum(), leaves, allow_unused=True)
    assert_same([None if gradient is None or not bool(gradient.any()) else gradient.numpy() for gradient in found], expected)


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


CONSTRAINTS = [
    ("boolean", "T([0.0, 1.0, 2.0])"), ("corr_cholesky", "T([[1.0, 0.0], [0.6, 0.8]])"), ("greater_than(1.0)", "T([1.0, 2.0])"),
    ("greater_than_eq(1.0)", "T([0.0, 1.0])"), ("half_open_interval(0.0, 1.0)", "T([0.0, 1.0])"),
    ("independent(c.positive, 1)", "T([[1.0, -1.0], [2.0, 1.0]])"), ("integer_interval(0, 2)", "T([-1.0, 1.0, 1.5])"),
    ("interval(-1.0, 1.0)", "T([-2.0, 1.0])"), ("less_than(1.0)", "T([0.0, 1.0])"),
    ("lower_cholesky", "T([[1.0, 0.0], [0.5, -1.0]])"), ("lower_triangular", "T([[1.0, 0.0], [0.5, -1.0]])"),
    ("nonnegative", "T([0.0, -1.0])"), ("nonnegative_integer", "T([0.0, 1.5, -1.0])"), ("one_hot", "T([[0.0, 1.0], [1.0, 1.0]])"),
    ("positive", "T([0.0, 1.0])"), ("positive_definite", "T([[2.0, 0.5], [0.5, 1.0]])"),
    ("positive_definite", "T([[2.0, 5.0], [5.0, 1.0]])"), ("positive_integer", "T([0.0, 1.0])"), ("real", "T([float('nan'), 1.0])"),
    ("real_vector", "T([1.0, 2.0])"), ("simplex", "T([[0.5, 0.5], [0.5, 0.6]])"), ("square", "T([[1.0, 2.0]])"),
    ("symmetric", "T([[1.0, 2.0], [2.0, 1.0]])"), ("unit_interval", "T([0.5, 1.5])"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "value"), CONSTRAINTS, ids=[case[0] + case[1] for case in CONSTRAINTS])
def test_constraints(torch, code, value):
    """Which values are allowed, and how many dimensions an event has."""
    scope = {"c": DistributionConstraints, "T": paddle.to_tensor}
    mine = eval(f"c.{code}", scope)
    expected = f"c = torch.distributions.constraints\nT = torch.tensor\n[c.{code}.check({value}), c.{code}.event_dim, c.{code}.is_discrete]"
    assert_same(arrays([mine.check(eval(value, scope)), mine.event_dim, mine.is_discrete]), torch(expected))


def test_dependent_constraints():
    """A property of an object, and a dependent constraint of the class."""

    class Distribution:
        @DistributionConstraints.dependent_property(is_discrete=False, event_dim=1)
        def support(self):
            return DistributionConstraints.real

    assert Distribution().support is DistributionConstraints.real
    assert DistributionConstraints.is_dependent(Distribution.support) and Distribution.support.event_dim == 1
    assert not DistributionConstraints.is_dependent(DistributionConstraints.real)


def test_expanded_distributions(torch):
    """Distributions of others are expanded with them."""
    normal = continuous.NormalDistribution(paddle.zeros([2]), paddle.to_tensor([1.0, 2.0]))
    mine = multivariate.IndependentDistribution(normal, 1).expand(paddle.Size([3]))
    exp = transforms.TransformedVariable(normal, [transforms.ExpTransformation()]).expand(paddle.Size([3, 2]))
    x = paddle.to_tensor([0.5, 1.5])
    code = """
d = torch.distributions
n = d.Normal(torch.zeros(2), torch.tensor([1.0, 2.0]))
mine, exp = d.Independent(n, 1).expand(torch.Size([3])), d.TransformedDistribution(n, [d.ExpTransform()]).expand(torch.Size([3, 2]))
x = torch.tensor([0.5, 1.5])
[mine.log_prob(x), list(mine.batch_shape), list(mine.event_shape), exp.log_prob(x), list(exp.batch_shape)]
"""
    found = [mine.log_prob(x), list(mine.batch_shape), list(mine.event_shape), exp.log_prob(x), list(exp.batch_shape)]
    assert_same(arrays(found), torch(code))


def test_transforms(torch):
    """Values, inverses and Jacobians of transforms that are composed and inverted."""
    T = transforms
    mine = T.ComposedTransformation([T.AffineTransformation(1.0, 2.0), T.TanhTransformation().inv.inv, T.SigmoidTransformation()])
    x = paddle.to_tensor([0.1, -0.3])
    y = mine(x)
    found = [y, mine.inv(y), mine.log_abs_det_jacobian(x, y), mine.inv.log_abs_det_jacobian(y, x), mine.sign, mine.bijective]
    code = """
T = torch.distributions.transforms
t = T.ComposeTransform([T.AffineTransform(1.0, 2.0), T.TanhTransform(), T.SigmoidTransform()])
x = torch.tensor([0.1, -0.3])
[t(x), t.inv(t(x)), t.log_abs_det_jacobian(x, t(x)), t.inv.log_abs_det_jacobian(t(x), x), t.sign, t.bijective]
"""
    assert_same(arrays(found), torch(code))


TRANSFORMED = [
    ("real", "[0.5, -1.0]"), ("positive", "[0.5, -1.0]"), ("greater_than(1.5)", "[0.5, -1.0]"), ("less_than(2.0)", "[0.5, -1.0]"),
    ("unit_interval", "[0.5, -1.0]"), ("interval(-1.0, 3.0)", "[0.5, -1.0]"), ("simplex", "[0.5, -1.0, 2.0]"),
    ("independent(c.positive, 1)", "[0.5, -1.0]"),
]  # fmt: skip
WAYS = [(*case, way) for case in TRANSFORMED for way in ("biject_to", "transform_to")]
WAYS += [("lower_cholesky", "[[0.5, -1.0], [2.0, 0.3]]", "transform_to")]


@pytest.mark.parametrize(("code", "value", "way"), WAYS, ids=[f"{way}-{code}" for code, _, way in WAYS])
def test_transforms_to_constraints(torch, code, value, way):
    """Unconstrained values become allowed ones, and come back."""
    x = paddle.to_tensor(eval(value))
    mine = getattr(transforms, way)(eval(f"c.{code}", {"c": DistributionConstraints}))
    found = [mine(x), mine.inv(mine(x)), mine.domain.event_dim, mine.codomain.event_dim, mine.bijective]
    jacobian = ", t.log_abs_det_jacobian(x, t(x))" if mine.bijective and code != "real" else ""
    found += [mine.log_abs_det_jacobian(x, mine(x))] if jacobian else []
    expected = f"""
c = torch.distributions.constraints
t = torch.distributions.{way}(c.{code})
x = torch.tensor({value})
[t(x), t.inv(t(x)), t.domain.event_dim, t.codomain.event_dim, t.bijective{jacobian}]
"""
    assert_same(arrays(found), torch(expected))
