"""Divergences of distributions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import paddle

kl_rules: dict[tuple[type, type], Callable[..., Any]] = {}


def known_kl_divergence(p, q):
    """The divergence of two distributions of the same kind, by its formula."""
    kinds = {
        "Normal": _kl_normal,
        "LogNormal": _kl_normal,
        "Laplace": _kl_laplace,
        "Uniform": _kl_uniform,
        "Exponential": _kl_exponential,
        "Gamma": _kl_gamma,
        "Chi2": _kl_gamma,
        "Beta": lambda p, q: _kl_dirichlet(p._both(), q._both()),
        "Dirichlet": _kl_dirichlet,
        "Poisson": lambda p, q: p.rate * paddle.log(p.rate / q.rate) - p.rate + q.rate,
        "Bernoulli": _kl_bernoulli,
        "Geometric": lambda p, q: -p.entropy() - paddle.log1p(-q.probs) / p.probs - q.logits,
        "Binomial": lambda p, q: p.total_count * _kl_bernoulli(p, q),
        "Categorical": _kl_categorical,
        "OneHotCategorical": _kl_categorical,
        "MultivariateNormal": _kl_multivariate,
        "Independent": lambda p, q: p._sum(kl_divergence_of(p.base_dist, q.base_dist)),
    }
    for kind in type(p).__mro__:
        name = kind.__name__.removesuffix("Distribution")
        if kind in type(q).__mro__ and name in kinds:
            return kinds[name](p, q)
    raise NotImplementedError(f"no divergence of {type(p).__name__} and {type(q).__name__}")


def _kl_normal(p, q):
    ratio, shift = (p.scale / q.scale) ** 2, ((p.loc - q.loc) / q.scale) ** 2
    return 0.5 * (ratio + shift - 1 - paddle.log(ratio))


def _kl_laplace(p, q):
    ratio, shift = p.scale / q.scale, paddle.abs(p.loc - q.loc)
    return -paddle.log(ratio) + shift / q.scale + ratio * paddle.exp(-shift / p.scale) - 1


def _kl_uniform(p, q):
    inside = paddle.logical_and(q.low <= p.low, p.high <= q.high)
    value = paddle.log((q.high - q.low) / (p.high - p.low))
    return paddle.where(inside, value, paddle.full_like(value, math.inf))


def _kl_exponential(p, q):
    ratio = q.rate / p.rate
    return ratio - 1 - paddle.log(ratio)


def _kl_gamma(p, q):
    a, b = p.concentration, q.concentration
    gammas = paddle.lgamma(b) - paddle.lgamma(a) + (a - b) * paddle.digamma(a)
    return b * paddle.log(p.rate / q.rate) + gammas + (q.rate - p.rate) * a / p.rate


def _kl_dirichlet(p, q):
    a, b = p.concentration, q.concentration
    total = a.sum(-1)
    gammas = paddle.lgamma(total) - paddle.lgamma(b.sum(-1)) - (paddle.lgamma(a) - paddle.lgamma(b)).sum(-1)
    return gammas + ((a - b) * (paddle.digamma(a) - paddle.digamma(total).unsqueeze(-1))).sum(-1)


def _kl_bernoulli(p, q):
    softplus = paddle.nn.functional.softplus
    return p.probs * (softplus(-q.logits) - softplus(-p.logits)) + (1 - p.probs) * (
        softplus(q.logits) - softplus(p.logits)
    )


def _kl_categorical(p, q):
    terms = p.probs * (p.logits - q.logits)
    terms = paddle.where(q.probs == 0, paddle.full_like(terms, math.inf), terms)
    return paddle.where((p.probs == 0).expand(terms.shape), paddle.zeros_like(terms), terms).sum(-1)


def _kl_multivariate(p, q):
    logs = q._half_log_det() - p._half_log_det()
    shape = paddle.broadcast_shape(p.scale_tril.shape, q.scale_tril.shape)
    factor, difference = q.scale_tril.expand(shape), (q.loc - p.loc).unsqueeze(-1).expand([*shape[:-1], 1])
    inner = paddle.linalg.triangular_solve(factor, p.scale_tril.expand(shape), upper=False)
    shift = paddle.linalg.triangular_solve(factor, difference, upper=False)
    return logs + 0.5 * ((inner**2).sum([-2, -1]) + (shift**2).sum([-2, -1]) - shape[-1])


def kl_divergence_of(p, q):
    """The Kullback-Leibler divergence of two distributions."""
    for type_p in type(p).__mro__:
        for type_q in type(q).__mro__:
            if (type_p, type_q) in kl_rules:
                return kl_rules[type_p, type_q](p, q)
    return known_kl_divergence(p, q)


def register_kl_rule(type_p, type_q):
    """A decorator for the function that computes the divergence of two kinds of distributions."""

    def register(function: Callable[..., Any]):
        kl_rules[type_p, type_q] = function
        return function

    return register
