"""Operators on rows."""

import torch
import triton
import triton.language as tl
from torch.library import wrap_triton


@triton.jit
def norm_kernel(x, weight, out, scale, columns, epsilon, has_weight: tl.constexpr, block: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, block)
    inside = at < columns
    values = tl.load(x + row * columns + at, mask=inside, other=0.0)
    factor = 1.0 / tl.sqrt(tl.sum(values * values, 0) / columns + epsilon)
    tl.store(scale + row, factor)
    values = values * factor
    if has_weight:
        values = values * tl.load(weight + at, mask=inside, other=0.0)
    tl.store(out + row * columns + at, values, mask=inside)


@triton.jit
def norm_grad_kernel(x, weight, scale, out_grad, x_grad, weight_grads, columns, has_weight: tl.constexpr, block: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, block)
    inside = at < columns
    values = tl.load(x + row * columns + at, mask=inside, other=0.0)
    grad = tl.load(out_grad + row * columns + at, mask=inside, other=0.0)
    factor = tl.load(scale + row)
    if has_weight:
        tl.store(weight_grads + row * columns + at, grad * values * factor, mask=inside)
        grad = grad * tl.load(weight + at, mask=inside, other=0.0)
    mean = tl.sum(grad * values, 0) * factor * factor / columns
    tl.store(x_grad + row * columns + at, factor * (grad - values * mean), mask=inside)


def norm(x, weight, epsilon):
    out, scale = torch.empty_like(x), x.new_empty(x.shape[:-1])
    rows, columns = scale.numel(), x.shape[-1]
    if x.numel() > 0:
        block = triton.next_power_of_2(columns)
        given = x if weight is None else weight
        wrap_triton(norm_kernel)[(rows,)](x, given, out, scale, columns, epsilon, weight is not None, block)
    return out, scale


def norm_grad(x, weight, scale, out_grad):
    x_grad, weight_grads = torch.empty_like(x), torch.empty_like(x)
    rows, columns = scale.numel(), x.shape[-1]
    if x.numel() > 0:
        block = triton.next_power_of_2(columns)
        given = x if weight is None else weight
        wrap_triton(norm_grad_kernel)[(rows,)](x, given, scale, out_grad, x_grad, weight_grads, columns, weight is not None, block)
    return x_grad, None if weight is None else weight_grads.reshape(-1, columns).sum(0)


@triton.jit
def largest_kernel(x, values, index, columns, block: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, block)
    found = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf"))
    tl.store(values + row, tl.max(found, 0))
    tl.store(index + row, tl.argmax(found, 0).to(tl.int64))


@triton.jit
def largest_grad_kernel(index, values_grad, x_grad, columns, block: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, block)
    grad = tl.load(values_grad + row)
    tl.store(x_grad + row * columns + at, tl.where(at == tl.load(index + row), grad, 0.0), mask=at < columns)


def largest(x):
    values, index = x.new_empty(x.shape[0]), x.new_empty(x.shape[0], dtype=torch.int64)
    if x.numel() > 0:
        wrap_triton(largest_kernel)[(x.shape[0],)](x, values, index, x.shape[1], triton.next_power_of_2(x.shape[1]))
    return values, index


def largest_grad(x, index, values_grad):
    x_grad = values_grad.new_empty(x.shape)
    if x.numel() > 0:
        wrap_triton(largest_grad_kernel)[(x.shape[0],)](index, values_grad, x_grad, x.shape[1], triton.next_power_of_2(x.shape[1]))
    return x_grad
