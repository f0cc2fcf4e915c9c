def can_cast(from_, to):
    """Whether PyTorch converts a type without losing its kind: bool, integer, floating or complex."""

    def kind(dtype):
        name = str(dtype).rpartition(".")[2].lower()
        if name == "uint8":
            return 1, True
        for rank, prefix in ((0, "bool"), (1, "int"), (2, "float"), (2, "bfloat"), (3, "complex")):
            if name.startswith(prefix):
                return rank, False
        raise ValueError(f"{dtype} is not a type")

    (from_rank, _), (to_rank, is_unsigned) = kind(from_), kind(to)
    loses_sign = is_unsigned and from_rank == 1 and not kind(from_)[1]
    return from_rank <= to_rank and not loses_sign
