def set_deterministic(mode):
    """Chooses algorithms that give the same result each time."""
    if paddle.is_compiled_with_cuda():
        paddle.set_flags({"FLAGS_cudnn_deterministic": bool(mode)})
    set_deterministic.mode = bool(mode)


set_deterministic.mode = False
