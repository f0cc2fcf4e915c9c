"""Special functions."""

from __future__ import annotations

from typing import Any

import numpy
import paddle

from .dtypes import promoted_dtype
from .tensor import named_values


def log_normal_distribution(input: paddle.Tensor) -> paddle.Tensor:
    """PyTorch's `special.log_ndtr`: the logarithm of the normal distribution's function, far below zero, too."""
    if not input.is_floating_point():
        input = input.astype("float32")
    is_low = input < -1
    high = paddle.where(is_low, paddle.zeros_like(input), input)
    low = paddle.where(is_low, input, paddle.full_like(input, -1))
    return paddle.where(is_low, log_of_tail(-low), paddle.log(0.5 + 0.5 * paddle.erf(high * 0.7071067811865476)))


def log_of_tail(x: paddle.Tensor, steps: int = 80) -> paddle.Tensor:
    """The logarithm of the probability that a normal variable exceeds `x >= 1`, by Laplace's continued fraction."""
    value = x.astype("float64")
    fraction = value
    for step in range(steps, 0, -1):
        fraction = value + step / fraction
    return (-0.5 * value * value - paddle.log(fraction) - 0.9189385332046727).astype(x.dtype)


def entropy_terms(input: paddle.Tensor) -> paddle.Tensor:
    """PyTorch's `special.entr`: `-x log(x)`, zero at zero, and minus infinity below."""
    if not input.is_floating_point():
        input = input.astype("float32")
    is_positive = input > 0
    inside = paddle.where(is_positive, input, paddle.ones_like(input))
    outside = paddle.where(input < 0, paddle.full_like(input, -numpy.inf), paddle.abs(input))
    return paddle.where(is_positive, -inside * paddle.log(inside), outside)


def polynomial_values(kind: str, x: Any, n: Any) -> paddle.Tensor:
    """Values of orthogonal polynomials, whose degree is a number or a tensor. They are zero for negative degrees."""
    x, n = (value if isinstance(value, paddle.Tensor) else paddle.to_tensor(value) for value in (x, n))
    dtype = x.dtype if x.is_floating_point() else paddle.float32
    x, degree = paddle.broadcast_tensors([x.astype(dtype), n.astype("float64").astype(dtype)])
    degree = paddle.floor(degree)
    if kind.startswith("shifted_"):
        x, kind = 2 * x - 1, kind.removeprefix("shifted_")
    before, current = paddle.ones_like(x), FIRST_POLYNOMIALS[kind](x)
    result = paddle.where(degree == 0, before, paddle.zeros_like(x))
    for index in range(1, int(degree.max()) + 1 if degree.size else 1):
        result = paddle.where(degree == index, current, result)
        before, current = current, NEXT_POLYNOMIALS[kind](x, index, current, before)
    return result


FIRST_POLYNOMIALS = {
    "chebyshev_polynomial_t": lambda x: x,
    "chebyshev_polynomial_u": lambda x: 2 * x,
    "chebyshev_polynomial_v": lambda x: 2 * x - 1,
    "chebyshev_polynomial_w": lambda x: 2 * x + 1,
    "hermite_polynomial_h": lambda x: 2 * x,
    "hermite_polynomial_he": lambda x: x,
    "laguerre_polynomial_l": lambda x: 1 - x,
    "legendre_polynomial_p": lambda x: x,
}
NEXT_POLYNOMIALS = {
    **{f"chebyshev_polynomial_{kind}": lambda x, n, p, q: 2 * x * p - q for kind in "tuvw"},
    "hermite_polynomial_h": lambda x, n, p, q: 2 * x * p - 2 * n * q,
    "hermite_polynomial_he": lambda x, n, p, q: x * p - n * q,
    "laguerre_polynomial_l": lambda x, n, p, q: ((2 * n + 1 - x) * p - n * q) / (n + 1),
    "legendre_polynomial_p": lambda x, n, p, q: ((2 * n + 1) * x * p - n * q) / (n + 1),
}


def raised_to_power(input: Any, exponent: Any) -> paddle.Tensor:
    """PyTorch's `float_power`: computed in double precision."""
    values = [value if isinstance(value, paddle.Tensor) else paddle.to_tensor(value) for value in (input, exponent)]
    dtype = paddle.complex128 if any(value.is_complex() for value in values) else paddle.float64
    return paddle.pow(*(value.astype(dtype) for value in values))


def scaled_by_power(input: paddle.Tensor, other: Any) -> paddle.Tensor:
    """PyTorch's `ldexp`: `input * 2**other`."""
    other = other if isinstance(other, paddle.Tensor) else paddle.to_tensor(other)
    kinds = [value.dtype for value in (input, other) if value.is_floating_point() or value.is_complex()]
    exponent = other if other.dtype in kinds else other.astype(paddle.float32)
    return input * paddle.pow(paddle.full([], 2, exponent.dtype), exponent)


def mantissa_and_exponent(input: paddle.Tensor):
    """PyTorch's `frexp`: the exponents are whole numbers."""
    mantissa, exponent = paddle.frexp(input)
    return named_values("mantissa exponent", (mantissa, exponent.astype("int32")))


def copied_sign(input: Any, other: Any) -> paddle.Tensor:
    """PyTorch's `copysign`: the result of whole numbers is a floating-point number."""
    dtype = promoted_dtype(input, other)
    if dtype not in (paddle.float16, paddle.bfloat16, paddle.float32, paddle.float64):
        dtype = paddle.get_default_dtype()
    values = (value if isinstance(value, paddle.Tensor) else paddle.to_tensor(value) for value in (input, other))
    return paddle.copysign(*(value.astype(dtype) for value in values))


def histogram_of(input: paddle.Tensor, bins: Any, *, range: Any = None, weight: Any = None, density: bool = False):
    """PyTorch's `histogram`, with a number of bins or with their edges."""
    values = input.flatten()
    if isinstance(bins, paddle.Tensor):
        edges = bins
    else:
        low, high = range or ((float(values.min()), float(values.max())) if values.size else (0.0, 1.0))
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = paddle.linspace(low, high, bins + 1, dtype=input.dtype)
    count = edges.size - 1
    places = paddle.searchsorted(edges, values, right=True) - 1
    places = paddle.where(values == edges[-1], paddle.full_like(places, count - 1), places)
    is_inside = (places >= 0) & (places < count)
    weights = paddle.ones_like(values) if weight is None else weight.flatten().astype(values.dtype)
    weights = paddle.where(is_inside, weights, paddle.zeros_like(weights))
    places = places.clip(0, count - 1).unsqueeze(-1)
    result = paddle.scatter_nd_add(paddle.zeros([count], values.dtype), places, weights)
    return named_values("hist bin_edges", (result / (result.sum() * edges.diff()) if density else result, edges))
