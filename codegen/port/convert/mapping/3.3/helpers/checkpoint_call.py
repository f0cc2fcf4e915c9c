def checkpoint_call(
    function, *args, use_reentrant=True, preserve_rng_state=True, context_fn=None, determinism_check="default",
    debug=False, **options
):
    """Calls a function whose intermediate results are computed again in the backward pass."""
    recompute = paddle.distributed.fleet.utils.recompute
    if options:
        inner = function
        function = lambda *tensors: inner(*tensors, **options)  # noqa: E731
    return recompute(function, *args, use_reentrant=bool(use_reentrant), preserve_rng_state=preserve_rng_state)
