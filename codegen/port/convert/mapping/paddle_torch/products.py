"""Sums with products, in PyTorch's present order of arguments and in its old one, where factors come first."""

from __future__ import annotations

import numbers
from typing import Any

import paddle


def factors_and_tensors(args):
    """The numbers in front of the tensors, and the tensors."""
    factors = [arg for arg in args if isinstance(arg, numbers.Number)]
    return factors, [arg for arg in args if not isinstance(arg, numbers.Number)]


def sum_of_scaled(name: str):
    """`addcmul` and `addcdiv`, also with the factor in front: `x.addcmul(0.1, a, b)`."""

    def function(input: paddle.Tensor, *args, value=1, tensor1=None, tensor2=None, out=None):
        factors, tensors = factors_and_tensors(args)
        tensors = [*tensors, *(tensor for tensor in (tensor1, tensor2) if tensor is not None)]
        combined = getattr(paddle, name)(*tensors)
        result = input + (factors[0] if factors else value) * combined
        return result if out is None else paddle.assign(result, out)

    return function


def outer_sum(batch1: paddle.Tensor, batch2: paddle.Tensor):
    """The sum of the products of matrices."""
    return paddle.bmm(batch1, batch2).sum(0)


PRODUCTS = {
    "addmm": paddle.mm, "addmv": paddle.mv, "addr": paddle.outer, "baddbmm": paddle.bmm, "addbmm": outer_sum,
}  # fmt: skip


def scaled_product(name: str):
    """`addmm` and its like, also with the factors in front: `x.addmm(beta, alpha, a, b)`."""

    def function(input: Any, *args, beta=1, alpha=1, out=None, **named):
        factors, tensors = factors_and_tensors(args)
        if isinstance(input, numbers.Number):
            factors, input, tensors = [input, *factors], tensors[0], tensors[1:]
        given = [*factors, beta, alpha] if len(factors) < 2 else factors
        beta, alpha = given[0], given[-1]
        product = PRODUCTS[name](*tensors, *named.values())
        # As in PyTorch, a factor of zero ignores what it scales.
        result = product * alpha if beta == 0 else input * beta + product * alpha
        return result if out is None else paddle.assign(result, out)

    return function


added_quotient = sum_of_scaled("divide")
added_product = sum_of_scaled("multiply")
added_matrix_product = scaled_product("addmm")
added_vector_product = scaled_product("addmv")
added_outer_product = scaled_product("addr")
added_batch_product = scaled_product("baddbmm")
added_sum_of_products = scaled_product("addbmm")
