"""In-place methods that Paddle lacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle

from ..comparisons import at_least, at_most
from ..in_place import _check_in_place, _store_in_place
from ..products import scaled_product, sum_of_scaled
from ..tensor import remainder_of_division, x_log_y


def in_place_of(function: Callable[..., Any]):
    """A method that stores the result of a function in the tensor, which keeps its memory and gets the gradient."""

    def method(self, *args, **kwargs):
        _check_in_place(self, 0)
        return _store_in_place(self, function(self.clone(), *args, **kwargs))

    return method


def extend_in_place_values() -> None:
    """Adds in-place methods to tensors."""
    functions = {
        "absolute_": paddle.abs,
        "addcdiv_": sum_of_scaled("divide"),
        "addcmul_": sum_of_scaled("multiply"),
        "addbmm_": scaled_product("addbmm"),
        "addmv_": scaled_product("addmv"),
        "addr_": scaled_product("addr"),
        "atan2_": paddle.atan2,
        "arctan2_": paddle.atan2,
        "clamp_max_": at_most,
        "clamp_min_": at_least,
        "conj_physical_": paddle.conj,
        "deg2rad_": paddle.deg2rad,
        "erf_": paddle.erf,
        "erfc_": lambda x: 1 - paddle.erf(x),
        "exp2_": lambda x: 2.0**x,
        "expm1_": paddle.expm1,
        "fix_": paddle.trunc,
        "fmod_": remainder_of_division,
        "heaviside_": paddle.heaviside,
        "mvlgamma_": paddle.multigammaln,
        "negative_": paddle.neg,
        "nextafter_": paddle.nextafter,
        "rad2deg_": paddle.rad2deg,
        "relu_": paddle.nn.functional.relu,
        "sgn_": paddle.sgn,
        "sign_": paddle.sign,
        "xlogy_": x_log_y,
    }
    for name in functions:
        if not hasattr(paddle.Tensor, name):
            setattr(paddle.Tensor, name, in_place_of(functions[name]))


extend_in_place_values()
