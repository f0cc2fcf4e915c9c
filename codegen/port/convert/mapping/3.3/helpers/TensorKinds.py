class TensorKind(type):
    """A type of tensors: those of a data type, on a GPU or not."""

    def __new__(cls, dtype=None, is_gpu=False):
        return super().__new__(cls, f"{dtype}_tensor", (), {})

    def __init__(cls, dtype=None, is_gpu=False):
        cls.dtype, cls.is_gpu = dtype, is_gpu

    def __instancecheck__(cls, value):
        is_of_type = isinstance(value, paddle.Tensor) and str(value.dtype) == f"paddle.{cls.dtype}"
        return is_of_type and value.place.is_gpu_place() == cls.is_gpu

    def __call__(cls, *args, **options):
        if not args:
            return paddle.empty([0], dtype=cls.dtype)
        if all(isinstance(arg, int) for arg in args):
            return paddle.empty(list(args), dtype=cls.dtype)
        if isinstance(args[0], paddle.Size):
            return paddle.empty(args[0], dtype=cls.dtype)
        return paddle.to_tensor(args[0], dtype=cls.dtype)


class TensorKinds:
    """PyTorch's types of tensors, for annotations, `isinstance` and calls."""

    FloatTensor, DoubleTensor, HalfTensor = (TensorKind(name) for name in ("float32", "float64", "float16"))
    BFloat16Tensor, BoolTensor, ByteTensor = (TensorKind(name) for name in ("bfloat16", "bool", "uint8"))
    CharTensor, ShortTensor = TensorKind("int8"), TensorKind("int16")
    IntTensor, LongTensor = TensorKind("int32"), TensorKind("int64")


class GpuTensorKinds:
    """The same types for tensors on a GPU."""

    FloatTensor, DoubleTensor, HalfTensor = (TensorKind(name, True) for name in ("float32", "float64", "float16"))
    BFloat16Tensor, BoolTensor, ByteTensor = (TensorKind(name, True) for name in ("bfloat16", "bool", "uint8"))
    CharTensor, ShortTensor = TensorKind("int8", True), TensorKind("int16", True)
    IntTensor, LongTensor = TensorKind("int32", True), TensorKind("int64", True)


TensorKinds.cuda = GpuTensorKinds
