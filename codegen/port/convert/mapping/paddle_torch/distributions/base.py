"""What distributions share."""

from __future__ import annotations

from typing import Any

import numpy
import paddle


def broadcast_parameters(*values: Any):
    """Numbers and tensors as tensors of one shape and floating-point type."""
    tensors = [value for value in values if paddle.is_tensor(value) and value.is_floating_point()]
    dtype = tensors[0].dtype if tensors else paddle.get_default_dtype()
    made = [v if paddle.is_tensor(v) else paddle.to_tensor(v, dtype=dtype) for v in values]
    made = [v if v.dtype == dtype else v.astype(dtype) for v in made]
    shape = list(numpy.broadcast_shapes(*(tuple(value.shape) for value in made)))
    return [value if value.shape == shape else UnexpandedParameter(value, shape) for value in made]


class UnexpandedParameter:
    """A parameter that is expanded whenever it is read. The buffers of an expansion are freed in the backward pass, so
    a second pass through the same one would fail."""

    def __init__(self, value: paddle.Tensor, shape) -> None:
        self.value, self.shape = value, shape


def binary_parameters(probs, logits):
    """Probabilities and their logits, of which one is given."""
    if (probs is None) == (logits is None):
        raise ValueError("either `probs` or `logits` must be given, but not both")
    if probs is None:
        (logits,) = broadcast_parameters(logits)
        return paddle.nn.functional.sigmoid(logits), logits
    (probs,) = broadcast_parameters(probs)
    eps = paddle.finfo(probs.dtype).eps
    inside = paddle.clip(probs, eps, 1 - eps)
    return probs, paddle.log(inside) - paddle.log1p(-inside)


class DistributionBase:
    """A probability distribution with PyTorch's names. Subclasses define what can be computed."""

    arg_constraints: dict[str, Any] = {}
    has_rsample: Any = False
    parameters: dict[str, Any]
    # Parameters that must be greater than zero.
    positive: tuple[str, ...] = ()
    # Parameters that must be between zero and one.
    probabilities: tuple[str, ...] = ()
    # Parameters that must not be negative.
    nonnegative: tuple[str, ...] = ()
    has_enumerate_support = False
    _validate_args: Any = None

    def __init__(self, batch_shape=(), event_shape=(), validate_args: Any = None) -> None:
        self._batch_shape, self._event_shape = paddle.Size(list(batch_shape)), paddle.Size(list(event_shape))
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args is not False:
            self._check_parameters()

    def _check_parameters(self) -> None:
        kinds = {
            "positive": (self.positive, lambda value: value > 0),
            "between zero and one": (self.probabilities, lambda value: (value >= 0) & (value <= 1)),
            "zero or more": (self.nonnegative, lambda value: value >= 0),
        }
        for kind, (names, is_valid) in kinds.items():
            for name in names:
                value = getattr(self, name, None)
                if paddle.is_tensor(value) and not bool(is_valid(value).all()):
                    whose = f"parameter {name} of {type(self).__name__}"
                    raise ValueError(f"expected {whose} to be {kind}, but found {value}")

    def _is_possible(self, value: paddle.Tensor) -> Any:
        """Whether samples can have these values; `True` if any value is possible."""
        return True

    def _validate_sample(self, value: Any) -> None:
        """Refuses values that no sample has."""
        if self._validate_args is False or not paddle.is_tensor(value):
            return
        if not bool(paddle.to_tensor(self._is_possible(value.detach())).all()):
            raise ValueError(f"expected values in the support of {type(self).__name__}, but found {value}")

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, UnexpandedParameter):
            self.__dict__.setdefault("_unexpanded", {})[name] = value
        else:
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str):
        parameter = self.__dict__.get("_unexpanded", {}).get(name)
        if parameter is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return parameter.value.expand(parameter.shape)

    @staticmethod
    def set_default_validate_args(value) -> None:
        DistributionBase._validate_args = value

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def mean(self):
        raise NotImplementedError

    @property
    def mode(self):
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self):
        raise NotImplementedError

    @property
    def stddev(self):
        return paddle.sqrt(self.variance)

    def _extended_shape(self, sample_shape=()):
        return paddle.Size([*sample_shape, *self._batch_shape, *self._event_shape])

    def _shape(self, sample_shape=()):
        return [int(size) for size in self._extended_shape(sample_shape)]

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        return self.sample((n,))

    def rsample(self, sample_shape=()):
        raise NotImplementedError

    def log_prob(self, value):
        raise NotImplementedError

    def cdf(self, value):
        raise NotImplementedError

    def icdf(self, value):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True):
        raise NotImplementedError

    def perplexity(self):
        return paddle.exp(self.entropy())

    def expand(self, batch_shape, _instance=None):
        """The distribution with a larger batch, for subclasses that keep their parameters in `parameters`."""
        parameters = getattr(type(self), "parameters", None)
        if parameters is None:
            raise NotImplementedError
        new = object.__new__(type(self)) if _instance is None else _instance
        new.__dict__.update(self.__dict__)
        for name, dimensions in parameters.items():
            value = getattr(self, name, None)
            if value is not None:
                own = value.shape[len(value.shape) - dimensions :]
                new.__dict__[name] = value.expand([*batch_shape, *own])
        new._batch_shape = paddle.Size(list(batch_shape))
        return new

    def _get_checked_instance(self, cls, _instance=None):
        """The object that `expand` of a class fills: a new one, unless a subclass has made it."""
        if _instance is None and type(self).__init__ != cls.__init__:
            message = f"{type(self).__name__} has its own `__init__`, and therefore needs its own `expand`"
            raise NotImplementedError(message)
        return object.__new__(type(self)) if _instance is None else _instance

    def __repr__(self) -> str:
        return f"{type(self).__name__}(batch_shape={list(self.batch_shape)}, event_shape={list(self.event_shape)})"


class LocationScale(DistributionBase):
    """A standard distribution, shifted by `loc` and scaled by `scale`."""

    has_rsample = True
    parameters = {"loc": 0, "scale": 0}
    positive = ("scale",)

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return value == value

    def __init__(self, loc, scale, validate_args: Any = None) -> None:
        self.loc, self.scale = broadcast_parameters(loc, scale)
        super().__init__(self.loc.shape, (), validate_args)

    def _uniform(self, sample_shape):
        tiny = paddle.finfo(self.loc.dtype).tiny
        return paddle.rand(self._shape(sample_shape), dtype=self.loc.dtype).clip(tiny, 1 - 6e-8)

    def rsample(self, sample_shape=()):
        return self.icdf(self._uniform(sample_shape))

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc


def sum_rightmost(value: paddle.Tensor, dim: int) -> paddle.Tensor:
    """The sum over the last dimensions."""
    return value.sum(list(range(-dim, 0))) if dim else value


def sample_gamma(concentration):
    """Samples of gamma distributions with rate 1, which can be differentiated by the concentration."""
    a = concentration.detach().astype("float64")
    z = paddle.standard_gamma(a).clip(1e-30)
    if concentration.stop_gradient or not paddle.is_grad_enabled():
        return z.astype(concentration.dtype)
    step = 1e-4 * a
    slope = (paddle.gammainc(a + step, z) - paddle.gammainc(a - step, z)) / (2 * step)
    density = paddle.exp((a - 1) * paddle.log(z) - z - paddle.lgamma(a))
    slope = (-slope / density).astype(concentration.dtype)
    return z.astype(concentration.dtype) + slope * (concentration - concentration.detach())
