"""Transformations of random variables."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import paddle

from .base import DistributionBase


class InverseTransformation:
    """A transform in the other direction."""

    def __init__(self, transform: Any) -> None:
        self.inv = transform

    @property
    def event_dim(self):
        return self.inv.event_dim

    def __call__(self, y):
        return self.inv._inverse(y)

    _call = __call__

    def _inverse(self, x: paddle.Tensor):
        return self.inv._call(x)

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        return -self.inv.log_abs_det_jacobian(y, x)


class VariableTransform:
    """An invertible function of a random variable."""

    event_dim = 0
    _call: Callable[[Any], Any]

    def __init__(self, cache_size: int = 0) -> None:
        self.inv = InverseTransformation(self)

    def __call__(self, x: paddle.Tensor):
        return self._call(x)


class AffineTransformation(VariableTransform):
    """`loc + scale * x`."""

    def __init__(self, loc, scale, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__()
        self.loc, self.scale, self.event_dim = loc, scale, event_dim

    def _call(self, x: paddle.Tensor):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        value = paddle.log(paddle.abs(paddle.ones_like(x) * self.scale))
        return value.sum(list(range(-self.event_dim, 0))) if self.event_dim else value


class ComposedTransformation(VariableTransform):
    """Several transforms, one after the other."""

    def __init__(self, parts, cache_size: int = 0) -> None:
        super().__init__()
        self.parts = list(parts)
        self.event_dim = max([part.event_dim for part in self.parts], default=0)

    def _call(self, x: paddle.Tensor):
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y):
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        total = 0
        for part in self.parts:
            z = part(x)
            term = part.log_abs_det_jacobian(x, z)
            extra = self.event_dim - part.event_dim
            total = total + (term.sum(list(range(-extra, 0))) if extra else term)
            x = z
        return total


class ExpTransformation(VariableTransform):
    """The exponential."""

    def _call(self, x: paddle.Tensor):
        return paddle.exp(x)

    def _inverse(self, y):
        return paddle.log(y)

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        return x


class PositiveDefiniteTransform:
    """Transforms unconstrained matrices to positive-definite ones, through the Cholesky factor."""

    def __call__(self, x: paddle.Tensor):
        diagonal = paddle.diagonal(x, axis1=-2, axis2=-1)
        factor = paddle.tril(x, -1) + paddle.diag_embed(paddle.exp(diagonal))
        return paddle.matmul(factor, factor, transpose_y=True)

    def inv(self, y):
        factor = paddle.linalg.cholesky(y)
        diagonal = paddle.diagonal(factor, axis1=-2, axis2=-1)
        return paddle.tril(factor, -1) + paddle.diag_embed(paddle.log(diagonal))


class SigmoidTransformation(VariableTransform):
    """The sigmoid."""

    def _call(self, x: paddle.Tensor):
        return paddle.nn.functional.sigmoid(x)

    def _inverse(self, y):
        return paddle.log(y) - paddle.log1p(-y)

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        return -paddle.nn.functional.softplus(-x) - paddle.nn.functional.softplus(x)


class TanhTransformation(VariableTransform):
    """The hyperbolic tangent."""

    def _call(self, x: paddle.Tensor):
        return paddle.tanh(x)

    def _inverse(self, y):
        return paddle.atanh(y)

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        return 2 * (math.log(2) - x - paddle.nn.functional.softplus(-2 * x))


class TransformedVariable(DistributionBase):
    """The distribution of a transformed random variable."""

    def __init__(self, base_distribution, transforms, validate_args: Any = None) -> None:
        transforms = list(transforms) if isinstance(transforms, (list, tuple)) else [transforms]
        self.base_dist, self.transforms = base_distribution, transforms
        self._transform = ComposedTransformation(transforms)
        shape = [*base_distribution.batch_shape, *base_distribution.event_shape]
        cut = len(shape) - max(len(base_distribution.event_shape), self._transform.event_dim)
        super().__init__(shape[:cut], shape[cut:])

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            return self._transform(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        return self._transform(self.base_dist.rsample(sample_shape))

    @staticmethod
    def _sum(value, dimensions):
        return value.sum(list(range(-dimensions, 0))) if dimensions else value

    def log_prob(self, value):
        size = len(self.event_shape)
        x = self._transform._inverse(value)
        jacobian = self._sum(self._transform.log_abs_det_jacobian(x, value), size - self._transform.event_dim)
        return self._sum(self.base_dist.log_prob(x), size - len(self.base_dist.event_shape)) - jacobian

    def cdf(self, value):
        return self.base_dist.cdf(self._transform._inverse(value))

    def icdf(self, value):
        return self._transform(self.base_dist.icdf(value))
