"""Operators on elements."""

import torch
import triton
import triton.language as tl
from torch.library import wrap_triton


@triton.jit
def product_kernel(left, right, out, factor, count, block: tl.constexpr):
    at = tl.program_id(0) * block + tl.arange(0, block)
    inside = at < count
    product = tl.load(left + at, mask=inside) * tl.load(right + at, mask=inside) * factor
    tl.store(out + at, product, mask=inside)


def product(left, right, factor):
    """left * right * factor."""
    out = torch.empty_like(left, memory_format=torch.contiguous_format)
    if out.numel() > 0:
        grid = (triton.cdiv(out.numel(), 64),)
        wrap_triton(product_kernel)[grid](left, right, out, factor, out.numel(), 64)
    return out


def square(x):
    return product(x, x, 1.0)


def square_grad(x, out_grad):
    return product(x, out_grad, 2.0)


def square_double_grad(x, out_grad, x_grad_grad):
    return product(out_grad, x_grad_grad, 2.0), product(x, x_grad_grad, 2.0)


def cube_grad(x, out_grad):
    return product(product(x, x, 3.0), out_grad, 1.0)


@triton.jit
def scale_kernel(x, out, factor, count, block: tl.constexpr):
    at = tl.program_id(0) * block + tl.arange(0, block)
    tl.store(out + at, tl.load(x + at, mask=at < count) * factor, mask=at < count)


def scaled_into(x, out, factor):
    if x.numel() > 0:
        wrap_triton(scale_kernel)[(triton.cdiv(x.numel(), 64),)](x, out, factor, x.numel(), 64)


def twice(x):
    out = torch.empty_like(x)
    scaled_into(x, out, 2.0)
    return out


def scaled(x, factor):
    out = torch.empty_like(x)
    scaled_into(x, out, factor)
    return out


def scaled_grad(out_grad, factor):
    return scaled(out_grad, factor)


def scale(x, factor):
    scaled_into(x, x, factor)


def scale_all(xs, factor):
    for x in xs:
        scaled_into(x, x, factor)


@triton.jit
def total_kernel(x, out, count, block: tl.constexpr):
    at = tl.arange(0, block)
    tl.store(out, tl.sum(tl.load(x + at, mask=at < count, other=0.0), 0))


@triton.jit
def fill_kernel(out, value, count, block: tl.constexpr):
    at = tl.program_id(0) * block + tl.arange(0, block)
    tl.store(out + at, tl.load(value), mask=at < count)


def total(x):
    out = x.new_empty(())
    wrap_triton(total_kernel)[(1,)](x, out, x.numel(), max(1, triton.next_power_of_2(x.numel())))
    return out


def total_grad(x, out_grad):
    x_grad = out_grad.new_empty(x.shape)
    if x_grad.numel() > 0:
        wrap_triton(fill_kernel)[(triton.cdiv(x_grad.numel(), 64),)](x_grad, out_grad, x_grad.numel(), 64)
    return x_grad


def joined(xs, factor):
    out = xs[0].new_empty(sum(x.shape[0] for x in xs))
    at = 0
    for x in xs:
        scaled_into(x, out[at:], factor)
        at += x.shape[0]
    return out


def joined_grad(xs, out_grad, factor):
    grads, at = [], 0
    for x in xs:
        grads.append(torch.empty_like(x))
        scaled_into(out_grad[at : at + x.shape[0]], grads[-1], factor)
        at += x.shape[0]
    return grads


def shifted(x, by, twice, mode, times):
    sign = {"plus": 1, "minus": -1}[mode] * (2 if twice else 1)
    return [x.new_full((x.shape[0], x.shape[1] + n * times), sign * n) for n in by]


def positive(x):
    return x.flatten()[x.flatten() > 0]
