"""Checkpoints that PyTorch wrote, read without PyTorch. Nothing in them is run: names that describe neither
tensors nor plain values are errors."""

from __future__ import annotations

import collections
import io
import pickle
import zipfile
from typing import Any, BinaryIO

import numpy
import paddle

# The bytes of the number that files without an archive begin with.
LEGACY_MAGIC = b"\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."
# The elements of PyTorch's storages, as NumPy calls them. Paddle takes `uint16` for bfloat16.
STORAGE_DTYPES = {
    "BoolStorage": "?",
    "ByteStorage": "u1",
    "CharStorage": "i1",
    "ShortStorage": "<i2",
    "HalfStorage": "<f2",
    "BFloat16Storage": "<u2",
    "IntStorage": "<i4",
    "FloatStorage": "<f4",
    "LongStorage": "<i8",
    "DoubleStorage": "<f8",
    "ComplexFloatStorage": "<c8",
    "ComplexDoubleStorage": "<c16",
}
# NumPy has renamed the package.
MULTIARRAY = (getattr(numpy, "_core", None) or numpy.core).multiarray
# Functions and classes that make plain values. None of them runs code of a file.
PLAIN_GLOBALS = {
    ("collections", "OrderedDict"): collections.OrderedDict,
    ("collections", "Counter"): lambda *items: collections.Counter(*items),
    ("torch", "Tensor"): "Tensor",
    ("torch.nn.parameter", "Parameter"): "Parameter",
    ("torch.nn.parameter", "Buffer"): "Buffer",
    ("torch", "Size"): lambda items: tuple(items),
    ("torch", "device"): lambda kind, index=0: "cpu" if kind == "cpu" else f"gpu:{index}",
    ("builtins", "set"): set,
    ("builtins", "frozenset"): frozenset,
    ("builtins", "bytearray"): bytearray,
    ("builtins", "complex"): complex,
    ("_codecs", "encode"): lambda text, encoding="latin1": text.encode("latin1"),
    ("numpy", "dtype"): numpy.dtype,
    ("numpy", "ndarray"): numpy.ndarray,
}


def is_pytorch_file(head: bytes) -> bool:
    """Whether a file with these first bytes was written by PyTorch."""
    return head.startswith(b"PK\x03\x04") or LEGACY_MAGIC in head[:32]


class CheckpointUnpickler(pickle._Unpickler):
    """Reads the tensors and the plain values of a checkpoint. `storages` has the bytes of each storage by its key; if
    it is None, there are no tensors yet, and `lengths` records what their storages need.

    It is derived from the implementation in Python, whose memo takes only as much memory as the file fills."""

    def __init__(self, file, storages) -> None:
        super().__init__(file, encoding="utf-8")
        self.storages = storages
        self.lengths: dict[str, int] = {}

    def find_class(self, module: str, name: str) -> Any:
        module = module.replace("__builtin__", "builtins").replace("numpy._core", "numpy.core")
        if (module, name) in PLAIN_GLOBALS:
            return PLAIN_GLOBALS[module, name]
        if module in ("torch", "torch.cuda", "torch.storage") and name in STORAGE_DTYPES:
            return STORAGE_DTYPES[name]
        if module == "torch" and isinstance(getattr(paddle, name, None), paddle.dtype):
            return getattr(paddle, name)
        if module == "numpy.core.multiarray" and name in ("scalar", "_reconstruct"):
            return getattr(MULTIARRAY, name)
        functions: dict[str, Any] = {"_rebuild_tensor_v2": self.tensor, "_rebuild_tensor": self.tensor}
        functions |= {"_rebuild_parameter": self.parameter, "_rebuild_parameter_with_state": self.parameter}
        if module == "torch._utils" and name in functions:
            function = functions[name]
            return lambda *arguments: function(*arguments)
        if (module, name) == ("torch._tensor", "_rebuild_from_type_v2"):
            return lambda function, _, arguments, __: function(*arguments)
        raise pickle.UnpicklingError(f"the checkpoint uses `{module}.{name}`, which is not loaded")

    def persistent_load(self, saved):
        kind, dtype, key, _, elements = saved[:5]
        if kind != "storage" or dtype not in STORAGE_DTYPES.values() or len(saved) > 5 and saved[5] is not None:
            raise pickle.UnpicklingError("the checkpoint refers to something that is not a storage")
        self.lengths[key] = elements * numpy.dtype(dtype).itemsize
        return key, dtype

    def tensor(self, storage, offset, shape, strides, requires_grad=False, hooks=None, metadata=None):
        """The tensor of a view of a storage."""
        if self.storages is None:
            return None
        key, dtype = storage
        flat = numpy.frombuffer(self.storages(key, self.lengths[key]), dtype)
        counts = [*shape, *strides, offset]
        if not len(shape) == len(strides) <= 32 or not all(isinstance(count, int) and count >= 0 for count in counts):
            raise pickle.UnpicklingError(f"a tensor has the shape {shape} and the strides {strides}")
        elements = 1
        for length in shape:
            elements *= length
        last = offset + sum((length - 1) * stride for length, stride in zip(shape, strides))
        if elements and last >= len(flat) or elements > 16 * len(flat) + 2**24:
            raise pickle.UnpicklingError(f"a tensor with the shape {shape} is larger than its storage")
        if elements:
            steps = [stride * flat.itemsize for stride in strides]
            array = numpy.lib.stride_tricks.as_strided(flat[offset:], shape, steps).copy()
        else:
            array = numpy.empty(shape, flat.dtype)
        metadata = metadata or {}
        array = array.conj() if metadata.get("conj") else array
        array = -array if metadata.get("neg") else array
        result = paddle.to_tensor(array)
        result.stop_gradient = not requires_grad
        return result

    def parameter(self, data, requires_grad, hooks=None, state=None):
        """A parameter is its tensor."""
        if data is not None:
            data.stop_gradient = not requires_grad
        return data


def load_archive(file: BinaryIO):
    """What `torch.save` wrote into an archive."""
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        folders = [name[: -len("data.pkl")] for name in names if name.endswith("/data.pkl") and name.count("/") == 1]
        if len(folders) != 1 or folders[0] + "constants.pkl" in names or len(set(names)) != len(names):
            raise pickle.UnpicklingError("the archive is not a checkpoint")
        folder = folders[0]
        if folder + "byteorder" in names and archive.read(folder + "byteorder") != b"little":
            raise pickle.UnpicklingError("the numbers were saved with the highest byte first")

        def contents(name: str, length: int | None = None) -> bytes:
            entry = archive.getinfo(folder + name)
            if entry.compress_type != zipfile.ZIP_STORED or length not in (None, entry.file_size):
                raise pickle.UnpicklingError(f"`{name}` is compressed, or has another length than its tensors need")
            return archive.read(entry)

        def storage(key: str, length: int) -> bytes:
            return contents(f"data/{key}", length)

        return CheckpointUnpickler(io.BytesIO(contents("data.pkl")), storage).load()


def load_legacy(file: BinaryIO):
    """What `torch.save` wrote without an archive: pickles, and then the bytes of the storages."""
    file = io.BytesIO(file.read())
    for _ in range(3):
        CheckpointUnpickler(file, None).load()
    start = file.tell()
    first = CheckpointUnpickler(file, None)
    first.load()
    bytes_of: dict[str, bytes] = {}
    for key in CheckpointUnpickler(file, None).load():
        elements = int.from_bytes(file.read(8), "little")
        bytes_of[key] = file.read(first.lengths[key])
        if elements and len(bytes_of[key]) % elements:
            raise pickle.UnpicklingError(f"storage {key} has not the length that the file says")

    def storage(key: str, length: int) -> bytes:
        if len(bytes_of.get(key, b"")) != length:
            raise pickle.UnpicklingError(f"storage {key} has another length than its tensors need")
        return bytes_of[key]

    file.seek(start)
    return CheckpointUnpickler(file, storage).load()


def load_pytorch_file(file: BinaryIO):
    """The contents of a file of `torch.save`."""
    start = file.read(4)
    file.seek(0)
    try:
        return load_archive(file) if start == b"PK\x03\x04" else load_legacy(file)
    except (
        ArithmeticError,
        AttributeError,
        EOFError,
        LookupError,
        MemoryError,
        TypeError,
        ValueError,
        zipfile.BadZipFile,
    ) as error:
        raise pickle.UnpicklingError(f"the file is not a checkpoint of PyTorch: {error}") from error
