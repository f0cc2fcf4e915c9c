def dtype_kind(dtype):
    """The kind of a data type: 0 for truth values, 1 for integers, 2 for floating-point and 3 for complex numbers."""
    name = str(dtype).rsplit(".", 1)[-1]
    return 0 if name == "bool" else 1 if "int" in name else 3 if name.startswith("complex") else 2
