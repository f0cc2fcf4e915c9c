"""Transformations of random variables."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import paddle

from .base import DistributionBase, sum_rightmost
from .constraints import (
    DistributionConstraints,
    GreaterThanConstraint,
    GreaterThanEqConstraint,
    HalfOpenIntervalConstraint,
    IndependentConstraint,
    IntervalConstraint,
    LessThanConstraint,
)


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
        return paddle.sign(self.scale) if paddle.is_tensor(self.scale) else math.copysign(1, self.scale)

    def _call(self, x: paddle.Tensor):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        value = paddle.log(paddle.abs(paddle.ones_like(x) * self.scale))
        return sum_rightmost(value, self.event_dim)


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
            total = total + sum_rightmost(term, self.event_dim - part.event_dim)
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


class IndependentTransformation(VariableTransform):
    """A transform whose last batch dimensions belong to an event."""

    def __init__(self, base_transform, reinterpreted_batch_ndims: int, cache_size: int = 0) -> None:
        super().__init__()
        self.base_transform, self.reinterpreted_batch_ndims = base_transform, reinterpreted_batch_ndims

    @property
    def domain(self):
        return IndependentConstraint(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @property
    def codomain(self):
        return IndependentConstraint(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    @property
    def bijective(self):
        return self.base_transform.bijective

    @property
    def sign(self):
        return self.base_transform.sign

    def _call(self, x: paddle.Tensor):
        return self.base_transform(x)

    def _inverse(self, y):
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        return sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)


class LowerCholeskyTransformation(VariableTransform):
    """Unconstrained matrices become lower triangular ones with a positive diagonal."""

    domain = reals(2)
    codomain = DistributionConstraints.lower_cholesky

    def _call(self, x: paddle.Tensor):
        diagonal = paddle.diagonal(x, axis1=-2, axis2=-1)
        return paddle.tril(x, -1) + paddle.diag_embed(paddle.exp(diagonal))

    def _inverse(self, y):
        diagonal = paddle.diagonal(y, axis1=-2, axis2=-1)
        return paddle.tril(y, -1) + paddle.diag_embed(paddle.log(diagonal))


class PositiveDefiniteTransform(LowerCholeskyTransformation):
    """Unconstrained matrices become positive-definite ones, through the Cholesky factor."""

    codomain = DistributionConstraints.positive_definite

    def _call(self, x: paddle.Tensor):
        factor = super()._call(x)
        return paddle.matmul(factor, factor, transpose_y=True)

    def _inverse(self, y):
        return super()._inverse(paddle.linalg.cholesky(y))


class SoftmaxTransformation(VariableTransform):
    """The softmax. Only its exponentials can be computed back."""

    domain = reals(1)
    codomain = DistributionConstraints.simplex

    def _call(self, x: paddle.Tensor):
        return paddle.nn.functional.softmax(x, -1)

    def _inverse(self, y):
        return paddle.log(y)


class StickBreakingTransformation(VariableTransform):
    """Vectors become probabilities, one more than numbers: each takes a part of what the ones before it have left."""

    domain = reals(1)
    codomain = DistributionConstraints.simplex
    bijective = True

    @staticmethod
    def _offset(x: paddle.Tensor):
        return paddle.log(paddle.arange(x.shape[-1], 0, -1).astype(x.dtype))

    def _call(self, x: paddle.Tensor):
        z = paddle.nn.functional.sigmoid(x - self._offset(x))
        one = paddle.ones([*z.shape[:-1], 1], z.dtype)
        left = paddle.concat([one, paddle.cumprod(1 - z, -1)], -1)
        return paddle.concat([z, one], -1) * left

    def _inverse(self, y):
        taken = y[..., :-1]
        left = (1 - paddle.cumsum(taken, -1)).clip(min=paddle.finfo(y.dtype).tiny)
        return paddle.log(taken) - paddle.log(left) + self._offset(taken)

    def log_abs_det_jacobian(self, x: paddle.Tensor, y):
        x = x - self._offset(x)
        return (-x + paddle.nn.functional.log_sigmoid(x) + paddle.log(y[..., :-1])).sum(-1)

    def forward_shape(self, shape):
        return [*shape[:-1], shape[-1] + 1]

    def inverse_shape(self, shape):
        return [*shape[:-1], shape[-1] - 1]


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

    def log_prob(self, value):
        size = len(self.event_shape)
        x = self._transform._inverse(value)
        jacobian = sum_rightmost(self._transform.log_abs_det_jacobian(x, value), size - self._transform.event_dim)
        return sum_rightmost(self.base_dist.log_prob(x), size - len(self.base_dist.event_shape)) - jacobian

    def cdf(self, value):
        return self.base_dist.cdf(self._transform._inverse(value))

    def icdf(self, value):
        return self._transform(self.base_dist.icdf(value))


def transform_to(constraint: Any, is_bijective: bool = False) -> Any:
    """PyTorch's `transform_to` and `biject_to`: from unconstrained values to those that a constraint allows."""
    if isinstance(constraint, IndependentConstraint):
        base = transform_to(constraint.base_constraint, is_bijective)
        return IndependentTransformation(base, constraint.reinterpreted_batch_ndims)
    lower: Any = getattr(constraint, "lower_bound", None)
    upper: Any = getattr(constraint, "upper_bound", None)
    if isinstance(constraint, (GreaterThanConstraint, GreaterThanEqConstraint)):
        is_positive = not paddle.is_tensor(lower) and lower == 0
        exp = ExpTransformation()
        return exp if is_positive else ComposedTransformation([exp, AffineTransformation(lower, 1.0)])
    if isinstance(constraint, LessThanConstraint):
        return ComposedTransformation([ExpTransformation(), AffineTransformation(upper, -1.0)])
    if isinstance(constraint, (IntervalConstraint, HalfOpenIntervalConstraint)) and not constraint.is_discrete:
        sigmoid, is_unit = SigmoidTransformation(), not paddle.is_tensor(lower) and (lower, upper) == (0, 1)
        return sigmoid if is_unit else ComposedTransformation([sigmoid, AffineTransformation(lower, upper - lower)])
    known: dict[str, Any] = {
        "Real": lambda: ComposedTransformation([]),
        "Simplex": StickBreakingTransformation if is_bijective else SoftmaxTransformation,
        "LowerCholesky": LowerCholeskyTransformation,
        "PositiveDefinite": PositiveDefiniteTransform,
    }
    make = known.get(getattr(constraint, "name", ""))
    if make is None:
        raise NotImplementedError(f"cannot transform {constraint} constraints")
    return make()


def biject_to(constraint: Any) -> Any:
    """PyTorch's `biject_to`: a transform that can be inverted."""
    return transform_to(constraint, True)
