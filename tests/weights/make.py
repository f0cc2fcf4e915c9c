"""Makes the checkpoints in `cases/`: `make.py` with PyTorch 2.11. Hostile ones are written by hand in `hostile.py`.

A case has the files of a checkpoint, `arguments` with a run of `opgen convert-weights` on each line, and `values.txt` with what
PyTorch reads: the names, types, shapes and bytes that `out.safetensors` must have.
"""

import collections
import importlib
import io
import json
import pathlib
import shutil
import struct
import sys
import zipfile

import torch
import torch.nn as nn

HERE = pathlib.Path(__file__).parent
CASES = HERE / "cases"
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
TYPES = {"bool": "BOOL", "uint8": "U8", "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64", "float16": "F16"}
TYPES |= {"bfloat16": "BF16", "float32": "F32", "float64": "F64", "complex64": "C64", "uint16": "U16"}
TYPES |= {"float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2", "uint32": "U32"}


def raw(tensor):
    """The bytes of a tensor in the order of its shape."""
    whole = tensor.detach().resolve_conj().resolve_neg().clone(memory_format=torch.contiguous_format)
    return bytes(whole.flatten().view(torch.uint8).tolist()) if whole.numel() else b""


def dtype(tensor):
    return TYPES[str(tensor.dtype).removeprefix("torch.")]


def safetensors(path, tensors, metadata=None):
    rows, data = ({"__metadata__": metadata} if metadata else {}), b""
    for name, tensor in tensors.items():
        piece = raw(tensor)
        row = {"dtype": dtype(tensor), "shape": list(tensor.shape)}
        rows[name] = row | {"data_offsets": [len(data), len(data) + len(piece)]}
        data += piece
    header = json.dumps(rows).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header + data)


OUT = "model.pt --out out.safetensors"


def case(name, state, arguments=OUT, save=torch.save, file="model.pt", saved=None, project=None, **options):
    """A case whose checkpoint is `saved`, by default the state dict itself."""
    folder = CASES / name
    folder.mkdir(parents=True, exist_ok=True)
    if project:
        shutil.copytree(HERE / "projects" / project / "project", folder / "project", dirs_exist_ok=True)
    if save is not None:
        save(state if saved is None else saved, folder / file, **options)
    (folder / "arguments").write_text(arguments + "\n")
    tensors = {key: value for key, value in state.items() if isinstance(value, torch.Tensor)}
    rows = [f"{key} {dtype(value)} {list(value.shape)} {raw(value).hex()}\n" for key, value in tensors.items()]
    (folder / "values.txt").write_text("".join(sorted(rows)))
    return folder


def numbers(*shape, kind=torch.float32):
    count = 1
    for length in shape:
        count *= length
    return torch.arange(1, count + 1).to(kind).reshape(shape)


def linear():
    return {"fc.weight": numbers(2, 3), "fc.bias": numbers(2)}


def formats():
    case("zip", linear())
    case("legacy", linear(), _use_new_zipfile_serialization=False)
    for protocol in (3, 4, 5):
        case(f"zip_protocol_{protocol}", linear(), pickle_protocol=protocol)
        case(f"legacy_protocol_{protocol}", linear(), pickle_protocol=protocol, _use_new_zipfile_serialization=False)
    packed_again(case("zip64", linear()), force_zip64=True)
    # What a checkpoint of an old PyTorch on a GPU has.
    old = {b"ctorch\nFloatStorage": b"ctorch.cuda\nFloatStorage", b"X\x03\0\0\0cpu": b"X\x06\0\0\0cuda:0"}
    packed_again(case("cuda", linear()), old)


def packed_again(folder, changes=None, **options):
    """Writes the archive of a case again, with other bytes in its pickle."""
    whole = zipfile.ZipFile(io.BytesIO((folder / "model.pt").read_bytes()))
    with zipfile.ZipFile(folder / "model.pt", "w") as archive:
        for name in whole.namelist():
            data = whole.read(name)
            for old, new in (changes or {}).items():
                assert old in data or not name.endswith("data.pkl")
                data = data.replace(old, new)
            with archive.open(zipfile.ZipInfo(name), "w", **options) as entry:
                entry.write(data)


def elements():
    for name in ("bfloat16", "float16", "float64"):
        case(name, {"w": numbers(2, 2, kind=getattr(torch, name)) / 4})
    integers = ("uint8", "int8", "int16", "int32", "int64")
    case("integers", {"bool": numbers(3) > 1} | {name: numbers(3).to(getattr(torch, name)) - 2 for name in integers})
    odd = {"e4m3": numbers(4).to(torch.float8_e4m3fn), "e5m2": numbers(4).to(torch.float8_e5m2)}
    odd |= {"u16": numbers(2).to(torch.uint16), "u32": numbers(2).to(torch.uint32)}
    case("small_floats", odd, "model.pt --out out.safetensors\nmodel.pt --out out.pdparams")
    complex_numbers = torch.complex(numbers(2, 2), -numbers(2, 2))
    state = {"c": complex_numbers, "conjugate": complex_numbers.conj(), "imaginary": complex_numbers.clone().conj().imag}
    case("complex", state | {"t": complex_numbers.t().conj()})


def shapes():
    empty = {"scalar": torch.tensor(2.5), "empty": torch.zeros(0), "rows": torch.zeros(3, 0, 2), "one": numbers(1, 1, 1)}
    case("scalar_and_empty", empty)
    base = numbers(4, 6)
    tied = {"whole": base, "tied": base, "row": base[1], "column": base[:, 2], "block": base[1:3, 2:5]}
    tied["flat"] = base.view(-1)[3:9]
    case("shared", tied)
    case("shared_legacy", tied, _use_new_zipfile_serialization=False)
    scattered = {"t": numbers(2, 3).t(), "permuted": numbers(2, 3, 4).permute(2, 0, 1), "steps": numbers(10)[1::3]}
    scattered |= {"expanded": numbers(3).expand(2, 3), "windows": numbers(6).unfold(0, 3, 1)}
    scattered |= {"channels_last": numbers(1, 2, 2, 2).to(memory_format=torch.channels_last)}
    case("scattered", scattered)
    case("scattered_legacy", scattered, _use_new_zipfile_serialization=False)


def containers():

    parameter = nn.Parameter(numbers(2, 2))
    tagged = nn.Parameter(numbers(2))
    tagged.tag = "x"
    attribute = numbers(3)
    attribute.note = "x"
    buffer = nn.Buffer(numbers(2))
    case("parameters", {"p": parameter, "tagged": tagged, "attribute": attribute, "buffer": buffer})
    model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    model.load_state_dict({key: numbers(*value.shape).to(value.dtype) for key, value in model.state_dict().items()})
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(2, 2)).sum().backward()
    optimizer.step()
    state = model.state_dict()
    saved = {"epoch": 3, "best": 0.5, "model": state, "optimizer": optimizer.state_dict(), "size": torch.Size([2])}
    saved |= {"device": torch.device("cpu"), "dtype": torch.float32, "names": {"a"}, "counts": collections.Counter("ab")}
    case("training", state, saved=saved)
    other = {"w": numbers(2)}
    runs = f"{OUT}\n{OUT} --key nothing\n{OUT} --key state.ema"
    case("several", other, runs, saved={"model": state, "state": {"ema": other}})
    case("extra_values", {"w": numbers(2)}, saved={"w": numbers(2), "_extra_state": None, "version": 3, "sizes": [1, 2]})
    import numpy

    case("numpy_scalars", {"w": numbers(2)}, saved={"w": numbers(2), "best": numpy.float64(0.5)})


def sharded():
    parts = {"a": {"fc.weight": numbers(2, 3)}, "b": {"fc.bias": numbers(2), "norm": numbers(4, kind=torch.bfloat16)}}
    every = {key: value for part in parts.values() for key, value in part.items()}
    index = {"metadata": {"total_size": 40}, "weight_map": {}}
    folder = case("sharded_safetensors", every, "model.safetensors.index.json --out out.safetensors", save=None)
    for name, part in parts.items():
        safetensors(folder / f"model-{name}.safetensors", part | {f"not_listed_{name}": numbers(1)}, {"format": "pt"})
        index["weight_map"] |= {key: f"model-{name}.safetensors" for key in part}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index, indent=1))
    case("two_files", every, "model-a.safetensors model-b.safetensors --out out.safetensors", save=None)
    for name, part in parts.items():
        safetensors(CASES / f"two_files/model-{name}.safetensors", part)
    folder = case("sharded_bin", every, "pytorch_model.bin.index.json --out out.safetensors", save=None)
    index["weight_map"] = {}
    for name, part in parts.items():
        torch.save(part, folder / f"pytorch_model-{name}.bin")
        index["weight_map"] |= {key: f"pytorch_model-{name}.bin" for key in part}
    (folder / "pytorch_model.bin.index.json").write_text(json.dumps(index, indent=1))
    every = {"z": numbers(2, 2), "empty": torch.zeros(0, 3), "a": torch.tensor(True), "h": numbers(3, kind=torch.float16)}
    folder = case("safetensors", every, "model.safetensors --out out.safetensors", save=None)
    safetensors(folder / "model.safetensors", every)


def refused():
    """Files that are no checkpoints, or that have tensors without a counterpart."""
    nothing = {}
    case("refused_quantized", nothing, saved={"q": torch.quantize_per_tensor(numbers(2), 0.5, 0, torch.qint8)})
    case("refused_sparse", nothing, saved={"s": torch.eye(2).to_sparse()})
    case("refused_meta", nothing, saved={"m": torch.zeros(2, device="meta")})
    case("refused_module", nothing, saved=nn.Linear(2, 2))
    case("refused_tensor", nothing, saved=numbers(2))
    case("refused_torchscript", nothing, save=lambda _, path: torch.jit.script(nn.Linear(1, 1)).save(path))
    # PyTorch writes such files, and cannot read them.
    case("refused_protocol_0", nothing, saved=linear(), pickle_protocol=0, _use_new_zipfile_serialization=False)
    for folder in CASES.glob("*refused_*"):
        (folder / "values.txt").unlink()


MORE = ["gate", "wrapped.fn.0", "sides.0", "twins.0.0", "twins.0.1"]
# The class or function of each project in `projects/`, and the Linear layers of Paddle in it.
TARGETS = {
    "native": ("Net", ["mix.a", "mix.b", "head.0", "head.2", "extra0", "extra1", "out", "attention.out_proj", *MORE]),
    "factory": ("net.create", ["mlp.fc1", "mlp.fc2", "head", "parts.x"]),
    "exact": ("Net", []),
}


def loaded(name, key, value):
    """The tensors that the project's layers keep for one of PyTorch."""
    layer, _, parameter = key.rpartition(".")
    if layer in TARGETS[name][1] and parameter == "weight":
        return {key: value.t()}
    if name == "native" and parameter == "num_batches_tracked":
        return {}
    if name == "native" and parameter in ("running_mean", "running_var"):
        return {f"{layer}.{dict(running_mean='_mean', running_var='_variance')[parameter]}": value}
    if name == "native" and key in ("head.1.weight", "act.weight"):
        return {f"{layer}._weight": value}
    if key == "pair.bias":
        return {key: value[None]}
    if parameter.startswith("in_proj_"):
        kind = parameter.removeprefix("in_proj_")
        return {f"{layer}.{new}_proj.{kind}": part.t() for new, part in zip("qkv", value.chunk(3))}
    return {key: value}


def layouts():
    for name, (target, _) in TARGETS.items():
        state = importlib.import_module(f"projects.{name}.original").model().state_dict()
        state = {key: numbers(*value.shape).to(value.dtype) for key, value in state.items()}
        tensors = {new: part for key, value in state.items() for new, part in loaded(name, key, value).items()}
        case(f"for_{name}", tensors, f"{OUT} --for project:{target}", saved=state, project=name)
    chosen = {"fc.weight": numbers(2, 3).t(), "fc.bias": numbers(2)}
    runs = "--transpose *.bias --keep fc.*", "--transpose fc.*", "--keep no*", "--transpose fc.*ght"
    case("for_patterns", chosen, "\n".join(f"{OUT} {run}" for run in runs), saved=linear())
    runs = "project:Net", "project:No", "project", "project:Twice", "missing:Net", "project:second.Twice"
    runs += "project:third.Twice", "project:Deep", "project:long"
    runs = [f"{OUT} --for {run}" for run in runs]
    runs += [f"{OUT} --for project/first.py:Net", f"{OUT} --for project:Net --transpose fc.*"]
    chosen = {"fc.weight": numbers(2, 3).t()}
    case("for_unknown", chosen, "\n".join(runs), saved={"fc.weight": numbers(2, 3)}, project="unknown")


for make in (formats, elements, shapes, containers, sharded, refused, layouts):
    make()
