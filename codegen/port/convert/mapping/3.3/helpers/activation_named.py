def activation_named(activation):
    """The activation with a name. Functions are returned as they are."""
    if callable(activation):
        return activation
    functions = {"relu": paddle.nn.functional.relu, "gelu": paddle.nn.functional.gelu}
    if activation not in functions:
        raise RuntimeError(f"activation should be relu or gelu, not {activation}")
    return functions[activation]
