"""The values that parameters and samples may have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle


class DistributionConstraint:
    """PyTorch's `Constraint`: `check` says for each value whether it is allowed."""

    is_discrete: Any = False
    event_dim: Any = 0

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class PredicateConstraint(DistributionConstraint):
    """A constraint that a function checks."""

    def __init__(self, name: str, check: Callable[[Any], Any], event_dim: int = 0, is_discrete: bool = False) -> None:
        self.name, self.predicate, self.event_dim, self.is_discrete = name, check, event_dim, is_discrete

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        return self.predicate(value)

    def __repr__(self) -> str:
        return f"{self.name}()"


class DependentConstraint(DistributionConstraint):
    """A constraint that depends on other values, and is only known for an object."""

    def __init__(self, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> None:
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def __call__(self, *, is_discrete: Any = None, event_dim: Any = None) -> DependentConstraint:
        return DependentConstraint(
            is_discrete=self.is_discrete if is_discrete is None else is_discrete,
            event_dim=self.event_dim if event_dim is None else event_dim,
        )

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        raise ValueError("cannot determine the validity of a dependent constraint")


class DependentConstraintProperty(property):
    """A property whose value is a constraint. As an attribute of the class, it stands for a dependent constraint."""

    def __init__(self, fn: Any = None, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> None:
        super().__init__(fn)
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def __call__(self, fn: Any) -> DependentConstraintProperty:
        return DependentConstraintProperty(fn, is_discrete=self.is_discrete, event_dim=self.event_dim)


class BoundedConstraint(DistributionConstraint):
    """Values between bounds."""

    def __init__(self, lower_bound: Any = None, upper_bound: Any = None) -> None:
        self.lower_bound, self.upper_bound = lower_bound, upper_bound

    def __repr__(self) -> str:
        return f"{type(self).__name__}(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"


class IntervalConstraint(BoundedConstraint):
    """Values from `lower_bound` to `upper_bound`."""

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        return (value >= self.lower_bound) & (value <= self.upper_bound)


class IntegerIntervalConstraint(IntervalConstraint):
    """Whole numbers from `lower_bound` to `upper_bound`."""

    is_discrete = True

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        return super().check(value) & is_whole(value)


class HalfOpenIntervalConstraint(BoundedConstraint):
    """Values from `lower_bound` to below `upper_bound`."""

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        return (value >= self.lower_bound) & (value < self.upper_bound)


class GreaterThanConstraint(BoundedConstraint):
    """Values above `lower_bound`."""

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        return value > self.lower_bound


class GreaterThanEqConstraint(BoundedConstraint):
    """Values from `lower_bound` on."""

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        return value >= self.lower_bound


class LessThanConstraint(BoundedConstraint):
    """Values below `upper_bound`."""

    def __init__(self, upper_bound: Any) -> None:
        super().__init__(upper_bound=upper_bound)

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        return value < self.upper_bound


class IndependentConstraint(DistributionConstraint):
    """A constraint whose last batch dimensions belong to an event: each element has to be allowed."""

    def __init__(self, base_constraint: Any, reinterpreted_batch_ndims: int) -> None:
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims

    @property
    def is_discrete(self) -> bool:
        return self.base_constraint.is_discrete

    @property
    def event_dim(self) -> int:
        return self.base_constraint.event_dim + self.reinterpreted_batch_ndims

    def check(self, value: paddle.Tensor) -> paddle.Tensor:
        result = self.base_constraint.check(value)
        count = self.reinterpreted_batch_ndims
        if result.ndim < count:
            raise ValueError(f"expected at least {self.event_dim} dimensions, but got {value.ndim}")
        return result.reshape([*result.shape[: result.ndim - count], -1]).all(-1) if count else result

    def __repr__(self) -> str:
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


def is_whole(value: paddle.Tensor) -> paddle.Tensor:
    """Whether values are whole numbers."""
    return value % 1 == 0


def is_one_hot(value: paddle.Tensor) -> paddle.Tensor:
    """Whether vectors have a single one, and zeros."""
    return ((value == 0) | (value == 1)).all(-1) & (value.sum(-1) == 1)


def is_simplex(value: paddle.Tensor) -> paddle.Tensor:
    """Whether vectors are probabilities."""
    return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


def is_lower_triangular(value: paddle.Tensor) -> paddle.Tensor:
    """Whether matrices are lower triangular."""
    return (value.tril() == value).all([-2, -1])


def is_lower_cholesky(value: paddle.Tensor) -> paddle.Tensor:
    """Whether matrices are lower triangular with a positive diagonal."""
    return is_lower_triangular(value) & (paddle.diagonal(value, axis1=-2, axis2=-1) > 0).all(-1)


def is_correlation_cholesky(value: paddle.Tensor) -> paddle.Tensor:
    """Whether matrices are lower triangular with a positive diagonal, and rows of length one."""
    tolerance = paddle.finfo(value.dtype).eps * value.shape[-1] * 10
    has_unit_rows = ((value * value).sum(-1) - 1).abs() < tolerance
    return is_lower_cholesky(value) & has_unit_rows.all(-1)


def is_square(value: paddle.Tensor) -> paddle.Tensor:
    """Whether matrices are square."""
    return paddle.full(value.shape[:-2], value.shape[-2] == value.shape[-1], dtype="bool")


def is_symmetric(value: paddle.Tensor) -> paddle.Tensor:
    """Whether matrices are equal to their transposes."""
    square = is_square(value)
    if not bool(square.all()):
        return square
    return ((value - value.swapaxes(-2, -1)).abs() <= 1e-6 + 1e-5 * value.abs()).all([-2, -1])


def is_definite(value: paddle.Tensor, or_zero: bool) -> paddle.Tensor:
    """Whether matrices are symmetric, and their eigenvalues positive."""
    symmetric = is_symmetric(value)
    if not bool(symmetric.all()):
        return symmetric
    eigenvalues = paddle.linalg.eigvalsh(value)
    return (eigenvalues >= 0).all(-1) if or_zero else (eigenvalues > 0).all(-1)


class DistributionConstraints:
    """PyTorch's module `torch.distributions.constraints`."""

    Constraint = DistributionConstraint
    boolean = PredicateConstraint("Boolean", lambda value: (value == 0) | (value == 1), is_discrete=True)
    corr_cholesky = PredicateConstraint("CorrCholesky", is_correlation_cholesky, 2)
    dependent = DependentConstraint()
    dependent_property = DependentConstraintProperty
    greater_than = GreaterThanConstraint
    greater_than_eq = GreaterThanEqConstraint
    half_open_interval = HalfOpenIntervalConstraint
    independent = IndependentConstraint
    integer_interval = IntegerIntervalConstraint
    interval = IntervalConstraint
    less_than = LessThanConstraint
    lower_cholesky = PredicateConstraint("LowerCholesky", is_lower_cholesky, 2)
    lower_triangular = PredicateConstraint("LowerTriangular", is_lower_triangular, 2)
    nonnegative = GreaterThanEqConstraint(0.0)
    nonnegative_integer = PredicateConstraint("NonNegativeInteger", lambda v: is_whole(v) & (v >= 0), is_discrete=True)
    one_hot = PredicateConstraint("OneHot", is_one_hot, 1, True)
    positive = GreaterThanConstraint(0.0)
    positive_definite = PredicateConstraint("PositiveDefinite", lambda value: is_definite(value, False), 2)
    positive_integer = PredicateConstraint("PositiveInteger", lambda v: is_whole(v) & (v >= 1), is_discrete=True)
    positive_semidefinite = PredicateConstraint("PositiveSemidefinite", lambda value: is_definite(value, True), 2)
    real = PredicateConstraint("Real", lambda value: value == value)
    real_vector = IndependentConstraint(real, 1)
    simplex = PredicateConstraint("Simplex", is_simplex, 1)
    square = PredicateConstraint("Square", is_square, 2)
    symmetric = PredicateConstraint("Symmetric", is_symmetric, 2)
    unit_interval = IntervalConstraint(0.0, 1.0)

    @staticmethod
    def is_dependent(constraint: Any) -> bool:
        """Whether a constraint depends on other values."""
        return isinstance(constraint, (DependentConstraint, DependentConstraintProperty))
