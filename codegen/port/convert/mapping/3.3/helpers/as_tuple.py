def as_tuple(value, count):
    """A tuple with a number for each dimension. Other values become a tuple."""
    return (value,) * count if isinstance(value, int) else tuple(int(item) for item in value)
