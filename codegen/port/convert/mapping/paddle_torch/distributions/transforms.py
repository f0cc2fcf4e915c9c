"""Transformations of random variables."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import paddle

from .base import DistributionBase
from .constraints import DistributionConstraints, IndependentConstraint


class VariableTransform:
    """An invertible function of a random variable."""

    bijective: Any = False
    domain: Any = DistributionConstraints.real
    codomain: Any = DistributionConstraints.real
    _call: Callable[[Any], Any]
    _inverse: Callable[[Any], Any]

    def __init__(self, cache_size: int = 0) -> None:
        self._inv: Any = None

    @property
    def inv(self):
        """The transform in the other direction."""
        if getattr(self, "_inv", None) is None:
            self._inv = InverseTransformation(self)
        return self._inv

    @property
    def event_dim(self):
        return self.domain.event_dim

    @property
    def sign(self):
        raise NotImplementedError

    def with_cache(self, cache_size: int = 1):
        return self

    def forward_shape(self, shape):
        return shape

    def inverse_shape(self, shape):
        return shape

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        raise NotImplementedError

    def __call__(self, x: paddle.Tensor):
        return self._call(x)

    def _inv_call(self, y):
        return self._inverse(y)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class InverseTransformation(VariableTransform):
    """A transform in the other direction."""

    def __init__(self, transform: Any) -> None:
        super().__init__()
        self._inv = transform

    @property
    def domain(self):
        return self._inv.codomain

    @property
    def codomain(self):
        return self._inv.domain

    @property
    def bijective(self):
        return self._inv.bijective

    @property
    def event_dim(self):
        return self._inv.event_dim

    @property
    def sign(self):
        return self._inv.sign

    def __call__(self, y):
        return self._inv._inverse(y)

    _call = __call__

    def _inverse(self, x: paddle.Tensor):
        return self._inv._call(x)

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._inv.forward_shape(shape)


def reals(dimensions: int) -> Any:
    """Events of real numbers."""
    real = DistributionConstraints.real
    return IndependentConstraint(real, dimensions) if dimensions else real


class AffineTransformation(VariableTransform):
    """`loc + scale * x`."""

    bijective = True

    def __init__(self, loc, scale, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__()
        self.loc, self.scale = loc, scale
        self.domain = self.codomain = reals(event_dim)

    @property
    def sign(self):
        return paddle.sign(self.scale) if isinstance(self.scale, paddle.Tensor) else math.copysign(1, self.scale)

    def _call(self, x: paddle.Tensor):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        value = paddle.log(paddle.abs(paddle.ones_like(x) * self.scale))
        return value.sum(list(range(-self.event_dim, 0))) if self.event_dim else value


def extended(constraint, event_dim: int) -> Any:
    """A constraint of events with at least so many dimensions."""
    more = event_dim - constraint.event_dim
    return IndependentConstraint(constraint, more) if more > 0 else constraint


class ComposedTransformation(VariableTransform):
    """Several transforms, one after the other."""

    def __init__(self, parts, cache_size: int = 0) -> None:
        super().__init__()
        self.parts = list(parts)
        self._event_dim = max([part.event_dim for part in self.parts], default=0)

    @property
    def domain(self):
        return extended(self.parts[0].domain, self._event_dim) if self.parts else reals(0)

    @property
    def codomain(self):
        return extended(self.parts[-1].codomain, self._event_dim) if self.parts else reals(0)

    @property
    def event_dim(self):
        return self._event_dim

    @property
    def bijective(self):
        return all(part.bijective for part in self.parts)

    @property
    def sign(self):
        return math.prod(part.sign for part in self.parts)

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape):
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

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

    bijective = True
    codomain = DistributionConstraints.positive
    sign = 1

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

    bijective = True
    codomain = DistributionConstraints.unit_interval
    sign = 1

    def _call(self, x: paddle.Tensor):
        return paddle.nn.functional.sigmoid(x)

    def _inverse(self, y):
        return paddle.log(y) - paddle.log1p(-y)

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        return -paddle.nn.functional.softplus(-x) - paddle.nn.functional.softplus(x)


class TanhTransformation(VariableTransform):
    """The hyperbolic tangent."""

    bijective = True
    codomain = DistributionConstraints.interval(-1.0, 1.0)
    sign = 1

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

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(TransformedVariable, _instance)
        shape = self._transform.inverse_shape([*batch_shape, *self.event_shape])
        batch = shape[: len(shape) - len(self.base_dist.event_shape)]
        TransformedVariable.__init__(new, self.base_dist.expand(paddle.Size(list(batch))), self.transforms)
        return new

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
