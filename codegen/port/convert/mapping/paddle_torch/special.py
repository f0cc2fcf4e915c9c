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
    # The slope is infinite at zero, and undefined below.
    outside = paddle.where(input < 0, paddle.full_like(input, -numpy.inf), -input)
    if not input.stop_gradient and paddle.is_grad_enabled():
        slope = paddle.where(input < 0, paddle.full_like(input, numpy.nan), paddle.full_like(input, numpy.inf))
        outside = SlopeWithValue.apply(input, outside.detach(), slope)
    return paddle.where(is_positive, -inside * paddle.log(inside), outside)


class SlopeWithValue(paddle.autograd.PyLayer):
    """Returns known values, which have a known slope."""

    @staticmethod
    def forward(ctx: Any, input: paddle.Tensor, value: paddle.Tensor, slope: paddle.Tensor):
        ctx.save_for_backward(slope)
        return value.clone()

    @staticmethod
    def backward(ctx: Any, gradient: paddle.Tensor):
        (slope,) = ctx.saved_tensor()
        # No gradient arrives where another value was chosen.
        return paddle.where(gradient == 0, gradient, gradient * slope), None, None


def angle_of_point(input: paddle.Tensor, other: paddle.Tensor, *, out: paddle.Tensor | None = None) -> paddle.Tensor:
    """PyTorch's `atan2`, whose gradient is zero at the origin."""
    if not paddle.is_tensor(input):
        return input.atan2(other)
    if not input.is_floating_point() or not other.is_floating_point() or input.dtype != other.dtype:
        dtype = promoted_dtype(input, other)
        dtype = dtype if str(dtype).startswith("paddle.float") else paddle.get_default_dtype()
        input, other = input.astype(dtype), other.astype(dtype)
    if paddle.is_grad_enabled() and not (input.stop_gradient and other.stop_gradient):
        is_origin = (input == 0) & (other == 0)
        if bool(is_origin.any()):
            # The angles of the origin depend on signs of zeros, and are constants.
            angles = paddle.atan2(input.detach(), other.detach())
            elsewhere = paddle.where(is_origin, paddle.ones_like(input * other), other)
            return paddle.where(is_origin, angles, paddle.atan2(input, elsewhere))
    result = paddle.atan2(input, other)
    return result if out is None else paddle.assign(result, out)


def polynomial_values(kind: str, x: Any, n: Any) -> paddle.Tensor:
    """Values of orthogonal polynomials, whose degree is a number or a tensor. They are zero for negative degrees."""
    x, n = (value if paddle.is_tensor(value) else paddle.to_tensor(value) for value in (x, n))
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
    values = [value if paddle.is_tensor(value) else paddle.to_tensor(value) for value in (input, exponent)]
    dtype = paddle.complex128 if any(value.is_complex() for value in values) else paddle.float64
    return paddle.pow(*(value.astype(dtype) for value in values))


def scaled_by_power(input: paddle.Tensor, other: Any) -> paddle.Tensor:
    """PyTorch's `ldexp`: `input * 2**other`."""
    other = other if paddle.is_tensor(other) else paddle.to_tensor(other)
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
    values = (value if paddle.is_tensor(value) else paddle.to_tensor(value) for value in (input, other))
    return paddle.copysign(*(value.astype(dtype) for value in values))


def histogram_of(input: paddle.Tensor, bins: Any, *, range: Any = None, weight: Any = None, density: bool = False):
    """PyTorch's `histogram`, with a number of bins or with their edges."""
    values = input.flatten()
    if paddle.is_tensor(bins):
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


def digamma_values(input: paddle.Tensor, *, out: paddle.Tensor | None = None) -> paddle.Tensor:
    """PyTorch's `digamma`. Paddle's gradient is wrong for some numbers below zero, so it is reflected there."""
    if not paddle.is_tensor(input):
        return input.digamma()
    input = input if input.is_floating_point() else input.astype(paddle.get_default_dtype())
    result = paddle.digamma(input)
    if not input.stop_gradient and paddle.is_grad_enabled():
        with paddle.no_grad():
            slope = trigamma_values(input)
        result = SlopeWithValue.apply(input, result.detach(), slope)
    return result if out is None else paddle.assign(result, out)


def trigamma_values(input: paddle.Tensor) -> paddle.Tensor:
    """The slope of `digamma`, from its reflection below zero."""
    is_negative = input < 0
    slope = paddle.polygamma(paddle.where(is_negative, 1 - input, input), 1)
    sine = paddle.sin(numpy.pi * input.astype("float64")).astype(input.dtype)
    return paddle.where(is_negative, (numpy.pi / sine) ** 2 - slope, slope)


def polygamma_values(n: int, input: paddle.Tensor, *, out: paddle.Tensor | None = None) -> paddle.Tensor:
    """PyTorch's `polygamma`, of which Paddle's is wrong for some numbers below zero."""
    if n == 0:
        return digamma_values(input, out=out)
    input = input if input.is_floating_point() else input.astype(paddle.get_default_dtype())
    result = trigamma_values(input) if n == 1 else paddle.polygamma(input, n)
    return result if out is None else paddle.assign(result, out)
