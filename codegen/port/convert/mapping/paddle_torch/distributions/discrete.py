"""Distributions of whole numbers and classes."""

from __future__ import annotations

from typing import Any

import paddle

from .base import DistributionBase, binary_parameters, broadcast_parameters
from .continuous import GammaDistribution


class BernoulliDistribution(DistributionBase):
    """The distribution of a variable that is one or zero."""

    has_enumerate_support = True
    parameters = {"probs": 0, "logits": 0}
    probabilities = ("probs",)

    def __init__(
        self, probs: paddle.Tensor | None = None, logits: paddle.Tensor | None = None, validate_args: Any = None
    ) -> None:
        self.probs, self.logits = binary_parameters(probs, logits)
        super().__init__(self.probs.shape, (), validate_args)

    @property
    def param_shape(self):
        return paddle.Size(self.probs.shape)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        mode = (self.probs >= 0.5).astype(self.probs.dtype)
        return paddle.where(self.probs == 0.5, paddle.full_like(mode, float("nan")), mode)

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            return paddle.bernoulli(self.probs.expand(self._shape(sample_shape)))

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value == 0) | (value == 1)

    def log_prob(self, value):
        self._validate_sample(value)
        return self.logits * value - paddle.nn.functional.softplus(self.logits)

    def entropy(self):
        logits, probs = self.logits, self.probs
        return paddle.nn.functional.softplus(logits) - logits * probs

    def enumerate_support(self, expand: bool = True):
        values = paddle.arange(2, dtype=self.probs.dtype).reshape([2] + [1] * self.probs.ndim)
        return values.expand([2, *self.probs.shape]) if expand else values


class BinomialDistribution(BernoulliDistribution):
    """The distribution of the number of successes."""

    parameters = {"probs": 0, "logits": 0, "total_count": 0}
    nonnegative = ("total_count",)

    def __init__(
        self,
        total_count=1,
        probs: paddle.Tensor | None = None,
        logits: paddle.Tensor | None = None,
        validate_args: Any = None,
    ) -> None:
        probs, logits = binary_parameters(probs, logits)
        self.total_count, self.probs, self.logits = broadcast_parameters(total_count, probs, logits)
        DistributionBase.__init__(self, self.probs.shape, (), validate_args)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def mode(self):
        return paddle.minimum(paddle.floor((self.total_count + 1) * self.probs), self.total_count)

    @property
    def variance(self):
        return self.mean * (1 - self.probs)

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            shape = self._shape(sample_shape)
            count = self.total_count.expand(shape).astype("int32")
            return paddle.binomial(count, self.probs.expand(shape)).astype(self.probs.dtype)

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value >= 0) & (value <= self.total_count) & (value % 1 == 0)

    def log_prob(self, value):
        self._validate_sample(value)
        n = self.total_count
        ways = paddle.lgamma(n + 1) - paddle.lgamma(value + 1) - paddle.lgamma(n - value + 1)
        return ways + value * self.logits - n * paddle.nn.functional.softplus(self.logits)

    def entropy(self):
        values = self.enumerate_support(False)
        logs = self.log_prob(values)
        return -(paddle.exp(logs) * logs).sum(0)

    def enumerate_support(self, expand: bool = True):
        count = int(self.total_count.max()) + 1
        values = paddle.arange(count, dtype=self.probs.dtype).reshape([count] + [1] * self.probs.ndim)
        return values.expand([count, *self.probs.shape]) if expand else values


class CategoricalDistribution(DistributionBase):
    """The distribution of an index, by probabilities or unnormalised log probabilities."""

    has_enumerate_support = True
    parameters = {"probs": 1, "logits": 1}

    def __init__(
        self, probs: paddle.Tensor | None = None, logits: paddle.Tensor | None = None, validate_args: Any = None
    ) -> None:
        if (probs is None) == (logits is None):
            raise ValueError("either `probs` or `logits` must be given, but not both")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
            eps = paddle.finfo(self.probs.dtype).eps
            self.logits = paddle.log(paddle.clip(self.probs, eps, 1 - eps))
        else:
            self.logits = logits - paddle.logsumexp(logits, -1, keepdim=True)
            self.probs = paddle.nn.functional.softmax(self.logits, -1)
        self._num_events = self.probs.shape[-1]
        super().__init__(self.probs.shape[:-1], (), validate_args)
        if self._validate_args is not False and not bool((self.probs >= 0).all()):
            raise ValueError(f"expected probabilities, but found {probs}")

    @property
    def param_shape(self):
        return paddle.Size(self.probs.shape)

    @property
    def mean(self):
        return paddle.full(self.probs.shape[:-1], float("nan"), dtype=self.probs.dtype)

    @property
    def mode(self):
        return self.probs.argmax(-1)

    variance = mean

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            shape = [int(size) for size in (*sample_shape, *self.probs.shape[:-1])]
            probs = self.probs.expand([*shape, self._num_events]).reshape([-1, self._num_events])
            return paddle.multinomial(probs, 1, replacement=True).reshape(shape)

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value >= 0) & (value < self._num_events) & (value % 1 == 0)

    def log_prob(self, value):
        self._validate_sample(value)
        return self._log_of_index(value)

    def _log_of_index(self, value):
        value = value.astype("int64").unsqueeze(-1)
        shape = paddle.broadcast_shape(value.shape[:-1], self.logits.shape[:-1])
        logits = self.logits.expand([*shape, self._num_events])
        return paddle.take_along_axis(logits, value.expand([*shape, 1]), -1).squeeze(-1)

    def entropy(self):
        return -(self.logits.clip(paddle.finfo(self.logits.dtype).min) * self.probs).sum(-1)

    def enumerate_support(self, expand: bool = True):
        values = paddle.arange(self._num_events).reshape([-1] + [1] * len(self.batch_shape))
        return values.expand([-1, *self.batch_shape]) if expand else values


class GeometricDistribution(BernoulliDistribution):
    """The distribution of the number of failures before the first success."""

    has_enumerate_support = False

    @property
    def mean(self):
        return 1 / self.probs - 1

    @property
    def mode(self):
        return paddle.zeros_like(self.probs)

    @property
    def variance(self):
        return (1 / self.probs - 1) / self.probs

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            uniform = paddle.rand(self._shape(sample_shape), dtype=self.probs.dtype).clip(1e-38)
            return paddle.floor(paddle.log(uniform) / paddle.log1p(-self.probs))

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value >= 0) & (value % 1 == 0)

    def log_prob(self, value):
        self._validate_sample(value)
        value, probs = broadcast_parameters(value, self.probs)
        return value * paddle.log1p(-probs) + paddle.log(self.probs)

    def entropy(self):
        return super().entropy() / self.probs


class MultinomialDistribution(DistributionBase):
    """The distribution of the counts of outcomes in `total_count` trials."""

    def __init__(
        self,
        total_count=1,
        probs: paddle.Tensor | None = None,
        logits: paddle.Tensor | None = None,
        validate_args: Any = None,
    ) -> None:
        self.total_count = total_count
        self._one = CategoricalDistribution(probs, logits, validate_args)
        super().__init__(self._one.batch_shape, self._one.probs.shape[-1:])

    @property
    def probs(self):
        return self._one.probs

    @property
    def logits(self):
        return self._one.logits

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        index = self._one.sample((self.total_count, *sample_shape))
        return paddle.nn.functional.one_hot(index, self.probs.shape[-1]).sum(0).astype(self.probs.dtype)

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value >= 0) & (value % 1 == 0) & (value.sum(-1, keepdim=True) == self.total_count)

    def log_prob(self, value):
        self._validate_sample(value)
        ways = paddle.lgamma(value.sum(-1) + 1) - paddle.lgamma(value + 1).sum(-1)
        terms = paddle.where(value == 0, paddle.zeros_like(value), self.logits * value)
        return ways + terms.sum(-1)


class NegativeBinomialDistribution(BinomialDistribution):
    """The distribution of the number of successes before `total_count` failures."""

    @property
    def mean(self):
        return self.total_count * paddle.exp(self.logits)

    @property
    def mode(self):
        return paddle.floor((self.total_count - 1) * paddle.exp(self.logits)).clip(0)

    @property
    def variance(self):
        return self.mean / (1 - self.probs)

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            gamma = GammaDistribution(self.total_count, paddle.exp(-self.logits))
            return paddle.poisson(gamma.sample(sample_shape))

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value >= 0) & (value % 1 == 0)

    def log_prob(self, value):
        self._validate_sample(value)
        n, log_sigmoid = self.total_count, paddle.nn.functional.log_sigmoid
        ways = paddle.lgamma(n + value) - paddle.lgamma(value + 1) - paddle.lgamma(n)
        return ways + n * log_sigmoid(-self.logits) + value * log_sigmoid(self.logits)

    def entropy(self):
        raise NotImplementedError


class OneHotCategoricalDistribution(CategoricalDistribution):
    """The distribution of a vector with a one at a random index."""

    def __init__(
        self, probs: paddle.Tensor | None = None, logits: paddle.Tensor | None = None, validate_args: Any = None
    ) -> None:
        super().__init__(probs, logits)
        self._event_shape = paddle.Size(self.probs.shape[-1:])

    def _one_hot(self, index):
        return paddle.nn.functional.one_hot(index, self._num_events).astype(self.probs.dtype)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        return self._one_hot(self.probs.argmax(-1))

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        return self._one_hot(super().sample(sample_shape))

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return ((value == 0) | (value == 1)) & (value.sum(-1, keepdim=True) == 1)

    def log_prob(self, value):
        self._validate_sample(value)
        return self._log_of_index(value.argmax(-1))

    def enumerate_support(self, expand: bool = True):
        values = paddle.eye(self._num_events, dtype=self.probs.dtype)
        values = values.reshape([self._num_events] + [1] * len(self.batch_shape) + [self._num_events])
        return values.expand([self._num_events, *self.probs.shape]) if expand else values


class PoissonDistribution(DistributionBase):
    """The Poisson distribution."""

    parameters = {"rate": 0}
    nonnegative = ("rate",)

    def __init__(self, rate, validate_args: Any = None) -> None:
        (self.rate,) = broadcast_parameters(rate)
        super().__init__(self.rate.shape, (), validate_args)

    @property
    def mean(self):
        return self.rate

    @property
    def mode(self):
        return paddle.floor(self.rate)

    @property
    def variance(self):
        return self.rate

    def sample(self, sample_shape=()):
        with paddle.no_grad():
            return paddle.poisson(self.rate.expand(self._shape(sample_shape)))

    def _is_possible(self, value: paddle.Tensor) -> Any:
        return (value >= 0) & (value % 1 == 0)

    def log_prob(self, value):
        self._validate_sample(value)
        return value * paddle.log(self.rate) - self.rate - paddle.lgamma(value + 1)


class StraightThroughCategorical(OneHotCategoricalDistribution):
    """One-hot samples whose gradient is that of the probabilities."""

    has_rsample = True

    def rsample(self, sample_shape=()):
        return self.sample(sample_shape) + (self.probs - self.probs.detach())
