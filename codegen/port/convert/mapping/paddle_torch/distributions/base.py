"""What distributions share."""

from __future__ import annotations

from typing import Any

import paddle


def broadcast_parameters(*values: Any):
    """Numbers and tensors as tensors of one shape and floating-point type."""
    tensors = [value for value in values if isinstance(value, paddle.Tensor) and value.is_floating_point()]
    dtype = tensors[0].dtype if tensors else paddle.get_default_dtype()
    made = [v if isinstance(v, paddle.Tensor) else paddle.to_tensor(v, dtype=dtype) for v in values]
    made = [v if v.dtype == dtype else v.astype(dtype) for v in made]
    # Broadcasting frees buffers in the backward pass, so a second one would fail.
    is_one_shape = all(v.shape == made[0].shape for v in made)
    return made if is_one_shape else paddle.broadcast_tensors(made)


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
    has_enumerate_support = False
    _validate_args = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args: Any = None) -> None:
        self._batch_shape, self._event_shape = paddle.Size(list(batch_shape)), paddle.Size(list(event_shape))

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
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        for name, dimensions in self.parameters.items():
            value = self.__dict__.get(name)
            if value is not None:
                own = value.shape[len(value.shape) - dimensions :]
                new.__dict__[name] = value.expand([*batch_shape, *own])
        new._batch_shape = paddle.Size(list(batch_shape))
        return new

    def __repr__(self) -> str:
        return f"{type(self).__name__}(batch_shape={list(self.batch_shape)}, event_shape={list(self.event_shape)})"


class LocationScale(DistributionBase):
    """A standard distribution, shifted by `loc` and scaled by `scale`."""

    has_rsample = True
    parameters = {"loc": 0, "scale": 0}

    def __init__(self, loc, scale, validate_args: Any = None) -> None:
        self.loc, self.scale = broadcast_parameters(loc, scale)
        super().__init__(self.loc.shape)

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
