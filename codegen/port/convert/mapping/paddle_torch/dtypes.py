"""Data types: their kinds, and promotion."""

from __future__ import annotations

from typing import Any

import paddle


def can_cast(from_, to):
    """Whether PyTorch converts a type without losing its kind: bool, integer, floating or complex."""

    def kind(dtype: Any):
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


def cast_exponent(exponent):
    """An exponent in double precision; numbers stay."""
    return exponent.astype(paddle.float64) if paddle.is_tensor(exponent) else exponent


def dtype_kind(dtype: Any):
    """The kind of a data type: 0 for truth values, 1 for integers, 2 for floating-point and 3 for complex numbers."""
    name = str(dtype).rsplit(".", 1)[-1]
    return 0 if name == "bool" else 1 if "int" in name else 3 if name.startswith("complex") else 2


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


def promoted_dtype(*values: Any):
    """PyTorch's `result_type`: numbers and tensors without dimensions count only if they are of a higher kind."""
    groups: list[list[Any]] = [[], [], []]
    for value in values:
        if paddle.is_tensor(value):
            groups[0 if value.ndim else 1].append(value.dtype)
        elif isinstance(value, bool):
            groups[2].append(paddle.bool)
        elif isinstance(value, complex):
            groups[2].append(paddle.complex64)
        else:
            is_whole = isinstance(value, int) or hasattr(value, "__index__")
            groups[2].append(paddle.int64 if is_whole else getattr(paddle, paddle.get_default_dtype()))
    result = None
    for group in groups:
        for dtype in group[:1]:
            for other in group[1:]:
                dtype = common_dtype(dtype, other)
            if result is None or dtype_kind(dtype) > dtype_kind(result):
                result = common_dtype(dtype, result) if result is not None else dtype
    return result


TENSOR_TYPES = {
    "HalfTensor": "float16", "BFloat16Tensor": "bfloat16", "FloatTensor": "float32", "DoubleTensor": "float64",
    "ByteTensor": "uint8", "CharTensor": "int8", "ShortTensor": "int16", "IntTensor": "int32", "LongTensor": "int64",
    "BoolTensor": "bool",
}  # fmt: skip


def tensor_type(x: paddle.Tensor, dtype: Any = None, **kwargs):
    """PyTorch's `Tensor.type`: the name of the type, or the tensor in another one."""
    if not paddle.is_tensor(x):
        return x.type(**kwargs) if dtype is None else x.type(dtype, **kwargs)
    dtype = kwargs.get("dst_type", dtype)
    if dtype is None:
        dtype = str(x.dtype).rsplit(".", 1)[-1]
        place = "torch.cuda." if x.place.is_gpu_place() else "torch."
        return place + next(name for name in TENSOR_TYPES if TENSOR_TYPES[name] == dtype)
    if dtype is paddle.Tensor:
        dtype = paddle.get_default_dtype()
    dtype = getattr(dtype, "dtype", dtype)
    for name in TENSOR_TYPES:
        if dtype is getattr(paddle, name, None) or isinstance(dtype, str) and dtype.endswith("." + name):
            dtype = TENSOR_TYPES[name]
    result = x.astype(dtype)
    # Integers and truth values have no gradients.
    return result if result.is_floating_point() or result.is_complex() else result.detach()


class TensorKind(type):
    """A type of tensors: those of a data type, on a GPU or not."""

    def __new__(cls, dtype: Any = None, is_gpu: bool = False):
        return super().__new__(cls, f"{dtype}_tensor", (), {})

    def __init__(cls, dtype: Any = None, is_gpu: bool = False) -> None:
        cls.dtype, cls.is_gpu = dtype, is_gpu

    def __instancecheck__(cls, value):
        is_of_type = paddle.is_tensor(value) and str(value.dtype) == f"paddle.{cls.dtype}"
        return is_of_type and value.place.is_gpu_place() == cls.is_gpu

    def __call__(cls, *args, **options):
        if not args:
            return paddle.empty([0], dtype=cls.dtype)
        if all(isinstance(arg, int) for arg in args):
            return paddle.empty(list(args), dtype=cls.dtype)
        if isinstance(args[0], paddle.Size):
            return paddle.empty(args[0], dtype=cls.dtype)
        return paddle.to_tensor(args[0], dtype=cls.dtype)


class GpuTensorKinds:
    """PyTorch's types of tensors on a GPU."""

    FloatTensor, DoubleTensor, HalfTensor = (TensorKind(name, True) for name in ("float32", "float64", "float16"))
    BFloat16Tensor, BoolTensor, ByteTensor = (TensorKind(name, True) for name in ("bfloat16", "bool", "uint8"))
    CharTensor, ShortTensor = TensorKind("int8", True), TensorKind("int16", True)
    IntTensor, LongTensor = TensorKind("int32", True), TensorKind("int64", True)


class TensorKinds:
    """PyTorch's types of tensors, for annotations, `isinstance` and calls."""

    FloatTensor, DoubleTensor, HalfTensor = (TensorKind(name) for name in ("float32", "float64", "float16"))
    BFloat16Tensor, BoolTensor, ByteTensor = (TensorKind(name) for name in ("bfloat16", "bool", "uint8"))
    CharTensor, ShortTensor = TensorKind("int8"), TensorKind("int16")
    IntTensor, LongTensor = TensorKind("int32"), TensorKind("int64")
    cuda = GpuTensorKinds
