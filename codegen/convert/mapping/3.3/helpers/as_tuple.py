def as_tuple(value, count):
    """A number as often as there are dimensions; other values as a tuple."""
    return (value,) * count if isinstance(value, int) else tuple(int(item) for item in value)
