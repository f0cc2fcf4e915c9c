def common_dtype(first, second):
    """PyTorch's `promote_types`: the smallest data type that holds the values of two others."""
    if first == second:
        return first
    if dtype_kind(first) < dtype_kind(second):
        first, second = second, first
    kind, names = dtype_kind(first), [str(dtype).rsplit(".", 1)[-1] for dtype in (first, second)]
    if kind == 3:
        return paddle.complex128 if names[0] == "complex128" or names[1] in ("float64", "complex128") else first
    if kind > dtype_kind(second):
        return first
    if kind == 2:
        return paddle.float64 if "float64" in names else paddle.float32
    sizes = {"uint8": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8}
    if {"uint8", "int8"} == set(names):
        return paddle.int16
    return first if sizes.get(names[0], 8) >= sizes.get(names[1], 8) else second
