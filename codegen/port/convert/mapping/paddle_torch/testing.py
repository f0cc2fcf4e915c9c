"""Comparing tensors in tests."""

from __future__ import annotations

import numpy
import paddle


def assert_near(
    actual,
    expected,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_dtype: bool = True,
    msg: str | None = None,
    **options,
) -> None:
    """Fails unless two tensors, or containers of them, are nearly equal."""
    if isinstance(actual, dict):
        actual, expected = ([values[key] for key in sorted(values)] for values in (actual, expected))
    if isinstance(actual, (list, tuple)):
        assert len(actual) == len(expected), msg or "the containers have different lengths"
        for a, b in zip(actual, expected):
            assert_near(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype, msg=msg)
        return
    a, b = (paddle.to_tensor(value) if not paddle.is_tensor(value) else value for value in (actual, expected))
    if check_dtype and paddle.is_tensor(actual) and paddle.is_tensor(expected):
        assert a.dtype == b.dtype, msg or f"the types do not match: {a.dtype} and {b.dtype}"
    assert list(a.shape) == list(b.shape), msg or f"the shapes do not match: {a.shape} and {b.shape}"
    defaults = {"float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7)}
    relative, absolute = defaults.get(str(a.dtype).rpartition(".")[2], (0, 0))
    a, b = (x.detach().astype("float32").numpy() if "bfloat16" in str(x.dtype) else x.detach().numpy() for x in (a, b))
    rtol, atol = relative if rtol is None else rtol, absolute if atol is None else atol
    numpy.testing.assert_allclose(a, b, rtol, atol, equal_nan, msg or "")


def assert_with_message(condition, message) -> None:
    """An assertion that is an expression."""
    assert condition, message
