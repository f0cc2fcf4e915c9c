"""Prints what `paddle.load` reads from files, as `values.txt` has it: a name, a type, a shape and the bytes in each row.

`loaded.py FILE...` prints the tensors of each file, and an empty line. If there is a folder `project` beside the file, the model in
it, whose name is that of the file, must also take the tensors.
"""

import importlib.util
import pathlib
import sys

import paddle

TYPES = {"bool": "BOOL", "uint8": "U8", "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64", "float16": "F16"}
TYPES |= {"bfloat16": "BF16", "float32": "F32", "float64": "F64", "complex64": "C64"}
# PyTorch has only one name for a parameter of a recurrent layer.
ALIASES = ".cell."


def rows(path):
    for name, tensor in sorted(paddle.load(str(path)).items()):
        kind = TYPES[str(tensor.dtype).rpartition(".")[2]]
        # As an array, bfloat16 is uint16.
        yield f"{name} {kind} {list(tensor.shape)} {tensor.numpy().tobytes().hex()}"


def check_model(path, module, function):
    sys.path.insert(0, str(path.parent / "project"))
    for known in ("paddle_utils", module):
        sys.modules.pop(known, None)
    model = getattr(importlib.import_module(module), function)()
    missing, unexpected = model.set_state_dict(paddle.load(str(path)))
    missing = [name for name in missing if ALIASES not in name]
    assert not missing and not unexpected, f"{path}: missing {missing}, unexpected {unexpected}"
    sys.path.pop(0)


MODELS = {"for_native": ("model", "model"), "for_exact": ("model", "model"), "for_factory": ("net", "create")}
for path in map(pathlib.Path, sys.argv[1:]):
    print(*sorted(rows(path)), "", sep="\n")
    case = path.parent.name
    if case in MODELS and hasattr(paddle.nn, "ModuleList"):
        check_model(path, *MODELS[case])
