def create_tuple_converter(n, name="parse"):
    """A function that repeats a single value `n` times, and makes a tuple of several."""

    def convert(x):
        return tuple(x) if hasattr(x, "__iter__") else (x,) * n

    convert.__name__ = name
    return convert
