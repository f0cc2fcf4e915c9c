"""Distributions of real numbers."""

from __future__ import annotations

import math
from typing import Any

import paddle

from .base import DistributionBase, LocationScale, broadcast_parameters, sample_gamma
from .multivariate import DirichletDistribution


class BetaDistribution(DistributionBase):
    """The beta distribution."""

    has_rsample = True
    parameters = {"concentration1": 0, "concentration0": 0}
    positive = ("concentration1", "concentration0")

    def __init__(self, concentration1, concentration0, validate_args: Any = None) -> None:
        self.concentration1, self.concentration0 = broadcast_parameters(concentration1, concentration0)
        super().__init__(self.concentration1.shape, (), validate_args)

    def _both(self):
        return DirichletDistribution(paddle.stack([self.concentration1, self.concentration0], -1))

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self):
        return self._both().mode[..., 0]

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total**2 * (total + 1))

    def rsample(self, sample_shape=()):
        return self._both().rsample(sample_shape)[..., 0]

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value >= 0) & (value <= 1)

    def log_prob(self, value):
        self._validate_sample(value)
        return self._both().log_prob(paddle.stack([value, 1 - value], -1))

    def entropy(self):
        return self._both().entropy()


class CauchyDistribution(LocationScale):
    """The Cauchy distribution, which has no mean."""

    @property
    def mean(self):
        return paddle.full_like(self.loc, math.nan)

    @property
    def variance(self):
        return paddle.full_like(self.loc, math.inf)

    def log_prob(self, value):
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        return -math.log(math.pi) - paddle.log(self.scale) - paddle.log1p(z * z)

    def entropy(self):
        return math.log(4 * math.pi) + paddle.log(self.scale)

    def cdf(self, value):
        return paddle.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value):
        return paddle.tan(math.pi * (value - 0.5)) * self.scale + self.loc


class GammaDistribution(DistributionBase):
    """The gamma distribution."""

    has_rsample = True
    parameters = {"concentration": 0, "rate": 0}
    positive = ("concentration", "rate")

    def __init__(self, concentration, rate, validate_args: Any = None) -> None:
        self.concentration, self.rate = broadcast_parameters(concentration, rate)
        super().__init__(self.rate.shape, (), validate_args)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clip(0)

    @property
    def variance(self):
        return self.concentration / self.rate**2

    def rsample(self, sample_shape=()):
        return sample_gamma(self.concentration.expand(self._shape(sample_shape))) / self.rate

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return value >= 0

    def log_prob(self, value):
        self._validate_sample(value)
        a, rate = self.concentration, self.rate
        value = value if paddle.is_tensor(value) else paddle.to_tensor(value, dtype=rate.dtype)
        return a * paddle.log(rate) + (a - 1) * paddle.log(value) - rate * value - paddle.lgamma(a)

    def entropy(self):
        a = self.concentration
        return a - paddle.log(self.rate) + paddle.lgamma(a) + (1 - a) * paddle.digamma(a)

    def cdf(self, value):
        return paddle.gammainc(self.concentration, self.rate * value)


class Chi2Distribution(GammaDistribution):
    """The distribution of a sum of squared normal variables."""

    def __init__(self, df, validate_args: Any = None) -> None:
        (df,) = broadcast_parameters(df)
        super().__init__(0.5 * df, 0.5, validate_args)

    @property
    def df(self):
        return self.concentration * 2


class ExponentialDistribution(DistributionBase):
    """The exponential distribution."""

    has_rsample = True
    parameters = {"rate": 0}
    positive = ("rate",)

    def __init__(self, rate, validate_args: Any = None) -> None:
        (self.rate,) = broadcast_parameters(rate)
        super().__init__(self.rate.shape, (), validate_args)

    @property
    def mean(self):
        return 1 / self.rate

    @property
    def mode(self):
        return paddle.zeros_like(self.rate)

    @property
    def stddev(self):
        return 1 / self.rate

    @property
    def variance(self):
        return self.rate**-2

    def rsample(self, sample_shape=()):
        return self.icdf(paddle.rand(self._shape(sample_shape), dtype=self.rate.dtype))

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return value >= 0

    def log_prob(self, value):
        self._validate_sample(value)
        return paddle.log(self.rate) - self.rate * value

    def entropy(self):
        return 1 - paddle.log(self.rate)

    def cdf(self, value):
        return 1 - paddle.exp(-self.rate * value)

    def icdf(self, value):
        return -paddle.log1p(-value) / self.rate


class GumbelDistribution(LocationScale):
    """The Gumbel distribution."""

    @property
    def mean(self):
        return self.loc + self.scale * 0.5772156649015329

    @property
    def variance(self):
        return self.scale * self.scale * (math.pi**2 / 6)

    def log_prob(self, value):
        self._validate_sample(value)
        z = (self.loc - value) / self.scale
        return z - paddle.exp(z) - paddle.log(self.scale)

    def entropy(self):
        return paddle.log(self.scale) + 1 + 0.5772156649015329

    def cdf(self, value):
        return paddle.exp(-paddle.exp((self.loc - value) / self.scale))

    def icdf(self, value):
        return self.loc - self.scale * paddle.log(-paddle.log(value))


class NormalDistribution(LocationScale):
    """The normal distribution."""

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.scale * self.scale

    def rsample(self, sample_shape=()):
        return self.loc + self.scale * paddle.randn(self._shape(sample_shape), dtype=self.loc.dtype)

    def log_prob(self, value):
        self._validate_sample(value)
        return self._log_density(value)

    def _log_density(self, value):
        z = (value - self.loc) / self.scale
        return -z * z / 2 - paddle.log(self.scale) - math.log(2 * math.pi) / 2

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + paddle.log(self.scale)

    def cdf(self, value):
        return 0.5 * (1 + paddle.erf((value - self.loc) / (self.scale * math.sqrt(2))))

    def icdf(self, value):
        return self.loc + self.scale * paddle.erfinv(2 * value - 1) * math.sqrt(2)


class HalfNormalDistribution(NormalDistribution):
    """The distribution of the absolute value of a normal variable with mean zero."""

    def __init__(self, scale, validate_args: Any = None) -> None:
        super().__init__(0.0, scale, validate_args)

    @property
    def mean(self):
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self):
        return self.scale * self.scale * (1 - 2 / math.pi)

    @property
    def stddev(self):
        return paddle.sqrt(self.variance)

    def rsample(self, sample_shape=()):
        return paddle.abs(super().rsample(sample_shape))

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return value >= 0

    def log_prob(self, value):
        self._validate_sample(value)
        inside = super().log_prob(value) + math.log(2)
        return paddle.where(value >= 0, inside, paddle.full_like(inside, -math.inf))

    def entropy(self):
        return super().entropy() - math.log(2)

    def cdf(self, value):
        return 2 * super().cdf(value) - 1

    def icdf(self, value):
        return super().icdf((value + 1) / 2)


class LaplaceDistribution(LocationScale):
    """The Laplace distribution."""

    @property
    def variance(self):
        return 2 * self.scale * self.scale

    def log_prob(self, value):
        self._validate_sample(value)
        return -paddle.log(2 * self.scale) - paddle.abs(value - self.loc) / self.scale

    def entropy(self):
        return 1 + paddle.log(2 * self.scale)

    def cdf(self, value):
        z = value - self.loc
        return 0.5 - 0.5 * paddle.sign(z) * paddle.expm1(-paddle.abs(z) / self.scale)

    def icdf(self, value):
        z = value - 0.5
        return self.loc - self.scale * paddle.sign(z) * paddle.log1p(-2 * paddle.abs(z))


class LogNormalDistribution(NormalDistribution):
    """The distribution of the exponential of a normal variable."""

    @property
    def mean(self):
        return paddle.exp(self.loc + self.scale * self.scale / 2)

    @property
    def mode(self):
        return paddle.exp(self.loc - self.scale * self.scale)

    @property
    def variance(self):
        square = self.scale * self.scale
        return paddle.expm1(square) * paddle.exp(2 * self.loc + square)

    @property
    def stddev(self):
        return paddle.sqrt(self.variance)

    def rsample(self, sample_shape=()):
        return paddle.exp(super().rsample(sample_shape))

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return value > 0

    def log_prob(self, value):
        self._validate_sample(value)
        return self._log_density(paddle.log(value)) - paddle.log(value)

    def entropy(self):
        return super().entropy() + self.loc

    def cdf(self, value):
        return super().cdf(paddle.log(value))

    def icdf(self, value):
        return paddle.exp(super().icdf(value))


class StudentTDistribution(DistributionBase):
    """Student's t-distribution."""

    has_rsample = True
    parameters = {"df": 0, "loc": 0, "scale": 0}
    positive = ("df", "scale")

    def __init__(self, df, loc=0.0, scale=1.0, validate_args: Any = None) -> None:
        self.df, self.loc, self.scale = broadcast_parameters(df, loc, scale)
        super().__init__(self.df.shape, (), validate_args)

    @property
    def mean(self):
        return paddle.where(self.df > 1, self.loc, paddle.full_like(self.loc, math.nan))

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        finite = self.scale * self.scale * self.df / (self.df - 2)
        few = paddle.where(self.df > 1, paddle.full_like(finite, math.inf), paddle.full_like(finite, math.nan))
        return paddle.where(self.df > 2, finite, few)

    def rsample(self, sample_shape=()):
        shape = self._shape(sample_shape)
        squares = 2 * sample_gamma((self.df / 2).expand(shape))
        return self.loc + self.scale * paddle.randn(shape, dtype=self.df.dtype) * paddle.rsqrt(squares / self.df)

    def _normalizer(self):
        gammas = paddle.lgamma(self.df / 2) - paddle.lgamma((self.df + 1) / 2)
        return paddle.log(self.scale) + 0.5 * paddle.log(self.df) + 0.5 * math.log(math.pi) + gammas

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return value == value

    def log_prob(self, value):
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        return -0.5 * (self.df + 1) * paddle.log1p(z * z / self.df) - self._normalizer()

    def entropy(self):
        half = (self.df + 1) / 2
        beta = paddle.lgamma(self.df / 2) + math.log(math.pi) / 2 - paddle.lgamma(half)
        digammas = paddle.digamma(half) - paddle.digamma(self.df / 2)
        return paddle.log(self.scale) + half * digammas + 0.5 * paddle.log(self.df) + beta


class UniformDistribution(DistributionBase):
    """The uniform distribution."""

    has_rsample = True
    parameters = {"low": 0, "high": 0}

    def __init__(self, low, high, validate_args: Any = None) -> None:
        self.low, self.high = broadcast_parameters(low, high)
        super().__init__(self.low.shape, (), validate_args)
        if self._validate_args is not False and not bool((self.low < self.high).all()):
            raise ValueError(f"expected `low` to be less than `high`, but found {self.low} and {self.high}")

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def mode(self):
        return paddle.full_like(self.high, math.nan)

    @property
    def variance(self):
        return (self.high - self.low) ** 2 / 12

    def rsample(self, sample_shape=()):
        return self.low + paddle.rand(self._shape(sample_shape), dtype=self.low.dtype) * (self.high - self.low)

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value >= self.low) & (value <= self.high)

    def log_prob(self, value):
        self._validate_sample(value)
        inside = paddle.logical_and(self.low <= value, value < self.high)
        return paddle.log(inside.astype(self.low.dtype)) - paddle.log(self.high - self.low)

    def entropy(self):
        return paddle.log(self.high - self.low)

    def cdf(self, value):
        return paddle.clip((value - self.low) / (self.high - self.low), 0, 1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low
