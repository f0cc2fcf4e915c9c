"""Distributions of vectors, and distributions that are made of others."""

from __future__ import annotations

import math
from typing import Any

import paddle

from .base import DistributionBase, sample_gamma, sum_rightmost


class DirichletDistribution(DistributionBase):
    """The Dirichlet distribution."""

    has_rsample = True
    parameters = {"concentration": 1}
    positive = ("concentration",)

    def __init__(self, concentration, validate_args: Any = None) -> None:
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args)

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, keepdim=True)

    @property
    def mode(self):
        less = (self.concentration - 1).clip(0)
        mode = less / less.sum(-1, keepdim=True)
        largest = paddle.nn.functional.one_hot(mode.argmax(-1), mode.shape[-1]).astype(mode.dtype)
        return paddle.where((self.concentration < 1).all(-1, keepdim=True), largest, mode)

    @property
    def variance(self):
        total = self.concentration.sum(-1, keepdim=True)
        return self.concentration * (total - self.concentration) / (total**2 * (total + 1))

    def rsample(self, sample_shape=()):
        samples = sample_gamma(self.concentration.expand(self._shape(sample_shape)))
        return samples / samples.sum(-1, keepdim=True)

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value >= 0) & ((value.sum(-1, keepdim=True) - 1).abs() < 1e-6)

    def log_prob(self, value):
        self._validate_sample(value)
        a = self.concentration
        return ((a - 1) * paddle.log(value)).sum(-1) + paddle.lgamma(a.sum(-1)) - paddle.lgamma(a).sum(-1)

    def entropy(self):
        a = self.concentration
        total, count = a.sum(-1), a.shape[-1]
        rest = (total - count) * paddle.digamma(total) - ((a - 1) * paddle.digamma(a)).sum(-1)
        return paddle.lgamma(a).sum(-1) - paddle.lgamma(total) + rest


class IndependentDistribution(DistributionBase):
    """A distribution whose last batch dimensions count as event dimensions."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims: int, validate_args: Any = None) -> None:
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        shape = [*base_distribution.batch_shape, *base_distribution.event_shape]
        cut = len(base_distribution.batch_shape) - reinterpreted_batch_ndims
        if cut < 0:
            raise ValueError(f"the base distribution has less than {reinterpreted_batch_ndims} batch dimensions")
        super().__init__(shape[:cut], shape[cut:])

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(IndependentDistribution, _instance)
        reinterpreted = self.event_shape[: self.reinterpreted_batch_ndims]
        base = self.base_dist.expand(paddle.Size([*batch_shape, *reinterpreted]))
        IndependentDistribution.__init__(new, base, self.reinterpreted_batch_ndims)
        return new

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def mode(self):
        return self.base_dist.mode

    @property
    def variance(self):
        return self.base_dist.variance

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def _sum(self, value):
        return sum_rightmost(value, self.reinterpreted_batch_ndims)

    def log_prob(self, value):
        return self._sum(self.base_dist.log_prob(value))

    def entropy(self):
        return self._sum(self.base_dist.entropy())


class MixtureDistribution(DistributionBase):
    """A mixture of distributions of one kind: the last batch dimension of the components is chosen at random."""

    def __init__(self, mixture_distribution, component_distribution, validate_args: Any = None) -> None:
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        super().__init__(component_distribution.batch_shape[:-1], component_distribution.event_shape)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(MixtureDistribution, _instance)
        components = [*batch_shape, self.component_distribution.batch_shape[-1]]
        mixture = self.mixture_distribution.expand(paddle.Size(list(batch_shape)))
        MixtureDistribution.__init__(new, mixture, self.component_distribution.expand(paddle.Size(components)))
        return new

    def _weights(self):
        probs = self.mixture_distribution.probs
        return probs.reshape(list(probs.shape) + [1] * len(self.event_shape))

    @property
    def mean(self):
        return (self._weights() * self.component_distribution.mean).sum(-1 - len(self.event_shape))

    @property
    def variance(self):
        axis, part = -1 - len(self.event_shape), self.component_distribution
        spread = (part.mean - self.mean.unsqueeze(axis)) ** 2
        return (self._weights() * (part.variance + spread)).sum(axis)

    def log_prob(self, value):
        logs = self.component_distribution.log_prob(value.unsqueeze(-1 - len(self.event_shape)))
        return paddle.logsumexp(logs + self.mixture_distribution.logits, -1)

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            axis = -1 - len(self.event_shape)
            samples = self.component_distribution.sample(sample_shape)
            index = self.mixture_distribution.sample(sample_shape)
            choice = paddle.nn.functional.one_hot(index, samples.shape[axis]).astype(samples.dtype)
            return (samples * choice.reshape(list(choice.shape) + [1] * len(self.event_shape))).sum(axis)


class MultivariateNormalDistribution(DistributionBase):
    """The normal distribution of vectors, by its covariance, its inverse or its Cholesky factor."""

    has_rsample = True
    parameters = {"loc": 1, "scale_tril": 2}

    def __init__(
        self,
        loc,
        covariance_matrix: paddle.Tensor | None = None,
        precision_matrix: paddle.Tensor | None = None,
        scale_tril: Any = None,
        validate_args: Any = None,
    ) -> None:
        given = [m for m in (covariance_matrix, precision_matrix, scale_tril) if m is not None]
        if len(given) != 1:
            raise ValueError("exactly one of covariance_matrix, precision_matrix, scale_tril must be given")
        if covariance_matrix is not None:
            scale_tril = paddle.linalg.cholesky(covariance_matrix)
        elif precision_matrix is not None:
            scale_tril = paddle.linalg.cholesky(paddle.linalg.inv(precision_matrix))
        size = loc.shape[-1]
        shape = paddle.broadcast_shape(loc.shape[:-1], scale_tril.shape[:-2])
        self.loc, self.scale_tril = loc.expand([*shape, size]), scale_tril.expand([*shape, size, size])
        super().__init__(shape, [size])

    @property
    def covariance_matrix(self):
        return paddle.matmul(self.scale_tril, self.scale_tril, transpose_y=True)

    @property
    def precision_matrix(self):
        return paddle.linalg.inv(self.covariance_matrix)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return (self.scale_tril**2).sum(-1)

    def rsample(self, sample_shape=()):
        noise = paddle.randn(self._shape(sample_shape), dtype=self.loc.dtype).unsqueeze(-1)
        return self.loc + paddle.matmul(self.scale_tril, noise).squeeze(-1)

    def _half_log_det(self):
        return paddle.log(paddle.diagonal(self.scale_tril, axis1=-2, axis2=-1)).sum(-1)

    def log_prob(self, value):
        difference = (value - self.loc).unsqueeze(-1)
        factor = self.scale_tril.expand([*difference.shape[:-2], *self.scale_tril.shape[-2:]])
        z = paddle.linalg.triangular_solve(factor, difference, upper=False).squeeze(-1)
        return -0.5 * (self.loc.shape[-1] * math.log(2 * math.pi) + (z * z).sum(-1)) - self._half_log_det()

    def entropy(self):
        return 0.5 * self.loc.shape[-1] * (1 + math.log(2 * math.pi)) + self._half_log_det()
