"""Programs with calls of einops."""

from __future__ import annotations

import einops
import paddle


def extend_einops() -> None:
    """Lets `to_static` call einops as it is: it cannot rewrite that package's code."""
    paddle.jit.ignore_module([einops])


extend_einops()
