def activation_named(activation):
    """The function that a name stands for; functions stay."""
    if callable(activation):
        return activation
    functions = {"relu": paddle.nn.functional.relu, "gelu": paddle.nn.functional.gelu}
    if activation not in functions:
        raise RuntimeError(f"activation should be relu or gelu, not {activation}")
    return functions[activation]
