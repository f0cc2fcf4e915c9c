TENSOR_TYPES = {
    "HalfTensor": "float16", "BFloat16Tensor": "bfloat16", "FloatTensor": "float32", "DoubleTensor": "float64",
    "ByteTensor": "uint8", "CharTensor": "int8", "ShortTensor": "int16", "IntTensor": "int32", "LongTensor": "int64",
    "BoolTensor": "bool",
}  # fmt: skip


def tensor_type(x, dtype=None, **kwargs):
    """PyTorch's `Tensor.type`: the name of the type, or the tensor in another one."""
    if not isinstance(x, paddle.Tensor):
        return x.type(**kwargs) if dtype is None else x.type(dtype, **kwargs)
    dtype = kwargs.get("dst_type", dtype)
    if dtype is None:
        dtype = str(x.dtype).rsplit(".", 1)[-1]
        place = "torch.cuda." if x.place.is_gpu_place() else "torch."
        return place + next(name for name in TENSOR_TYPES if TENSOR_TYPES[name] == dtype)
    for name in TENSOR_TYPES:
        if dtype is getattr(paddle, name, None) or isinstance(dtype, str) and dtype.endswith("." + name):
            dtype = TENSOR_TYPES[name]
    return x.astype(dtype)
