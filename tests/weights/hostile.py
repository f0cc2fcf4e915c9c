"""Makes the hostile checkpoints in `cases/`, byte by byte: none of them must be converted, and nothing in them run."""

import json
import pathlib
import struct
import zipfile

CASES = pathlib.Path(__file__).parent / "cases"
MAGIC = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."
PROTOCOL = b"\x80\x02M\xe9\x03."
SYSTEM = b"\x80\x02}X\x0d\0\0\0little_endian\x88s."


def text(value):
    return b"X" + struct.pack("<I", len(value)) + value.encode()


def integer(value):
    return b"\x8a\x10" + value.to_bytes(16, "little", signed=True)


def numbers(*values):
    return b"(" + b"".join(map(integer, values)) + b"t"


def storage(key="0", elements=4, kind=b"ctorch\nFloatStorage\n"):
    return b"(" + text("storage") + kind + text(key) + text("cpu") + integer(elements) + b"tQ"


def tensor(shape=(4,), strides=(1,), offset=0, of=None):
    parts = storage() if of is None else of, integer(offset), numbers(*shape), numbers(*strides), b"\x89"
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + b"".join(parts) + b"ccollections\nOrderedDict\n)RtR"


def state(value, name="w"):
    """The pickle of a dict with one item."""
    return b"\x80\x02}" + text(name) + value + b"s."


def folder(name, arguments="model.pt"):
    path = CASES / f"hostile_{name}"
    path.mkdir(parents=True, exist_ok=True)
    (path / "arguments").write_text(f"{arguments} --out out.safetensors\n")
    return path


def archive(name, pickle, data=bytes(16), entries=None, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(folder(name) / "model.pt", "w", method) as out:
        for entry, content in (entries or {"model/data.pkl": pickle, "model/data/0": data}).items():
            out.writestr(zipfile.ZipInfo(entry), content, method)


def patched(name, old, new):
    path = CASES / f"hostile_{name}" / "model.pt"
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new))


def calls():
    touch = text("touch executed")
    archive("system", state(b"cposix\nsystem\n(" + touch + b"tR"))
    archive("eval_protocol_4", b"\x80\x04}" + text("w") + text("builtins") + text("eval") + b"\x93(" + touch + b"tRs.")
    archive("getattr", state(b"cbuiltins\ngetattr\n(ctorch\nTensor\n" + text("storage") + b"tR"))
    archive("load_from_bytes", state(b"ctorch.storage\n_load_from_bytes\n(C\x01xtR"))
    archive("dotted_name", state(b"ctorch\nhub.load\n(" + text("a") + text("b") + b"tR"))
    archive("instance_opcode", state(b"(" + touch + b"iposix\nsystem\n"))
    archive("object_opcode", state(b"(cposix\nsystem\n" + touch + b"o"))
    archive("new_object", state(b"csubprocess\nPopen\n(" + touch + b"t\x81"))
    archive("extension", state(b"\x82\x01"))
    archive("persistent_text", b"}" + text("w") + b"Pstorage\ns.")
    archive("persistent_module", state(b"(" + text("module") + b"cposix\nsystem\n" + text("a") + b"tQ"))
    archive("call_of_a_call", state(b"ccollections\nOrderedDict\n)R)R"))
    archive("state_of_a_function", state(b"ctorch._utils\n_rebuild_tensor_v2\n}b"))
    legacy = MAGIC + PROTOCOL + SYSTEM + state(b"cposix\nsystem\n(" + touch + b"tR") + b"\x80\x02]."
    (folder("legacy_system") / "model.pt").write_bytes(legacy)
    (folder("plain_pickle") / "model.pt").write_bytes(b"\x80\x04cposix\nsystem\n(" + touch + b"tR.")


def views():
    archive("out_of_range", state(tensor(shape=(5,))))
    archive("offset_out_of_range", state(tensor(shape=(1,), offset=4)))
    archive("negative_stride", state(tensor(strides=(-1,))))
    archive("negative_size", state(tensor(shape=(-1,))))
    archive("negative_offset", state(tensor(offset=-1)))
    archive("too_few_strides", state(tensor(strides=())))
    archive("overflow", state(tensor(shape=(2**62, 4, 2**62), strides=(0, 0, 0))))
    archive("overflow_beside_zero", state(tensor(shape=(2**62, 0, 2**62), strides=(0, 0, 0))))
    archive("expanded", state(tensor(shape=(2**40,), strides=(0,))))
    archive("many_dimensions", state(tensor(shape=(1,) * 40, strides=(1,) * 40)))
    archive("huge_storage", state(tensor(of=storage(elements=2**60))))
    archive("larger_storage", state(tensor(of=storage(elements=8))))
    archive("storage_elsewhere", state(tensor(of=storage(key="../../etc/passwd"))))
    listed = b"\x80\x02]" + text("0") + b"a."
    legacy = MAGIC + PROTOCOL + SYSTEM + state(tensor().replace(b"tQ", b"NtQ")) + listed
    (folder("legacy_short") / "model.pt").write_bytes(legacy + struct.pack("<Q", 4) + bytes(8))
    (folder("legacy_lengths") / "model.pt").write_bytes(legacy + struct.pack("<Q", 2**61) + bytes(16))
    (folder("legacy_without_storages") / "model.pt").write_bytes(legacy.removesuffix(listed) + b"\x80\x02].")


def memory():
    archive("long_text", b"\x80\x04}\x8d" + struct.pack("<Q", 2**62) + b"w.")
    archive("long_integer", state(b"\x8b" + struct.pack("<I", 2**31)))
    archive("memo", state(b"Nr\xff\xff\xff\xff0j\xfe\xff\xff\xff"))
    archive("copies", b"\x80\x02](" + b"N" * 4000 + b"eq\0" + b"ctorch\nSize\nq\1" + b"h\1h\0\x85R0" * 1500 + b".")
    archive("deep", b"\x80\x02}q\0" + b"}" + b"X\x01\0\0\0a" * 0 + b"\x85" * 5000 + b".")
    inside = b"}q\0" + text("a") + b"h\0s" + text("b") + b"h\0s"
    archive("contains_itself", b"\x80\x02" + inside + b".")
    twice = b"ctorch._tensor\n_rebuild_from_type_v2\n"
    archive("rebuilt_twice", state(twice + b"(" + twice + b"N(NN)ttR"))
    archive("empty", b"")
    archive("truncated", state(tensor())[:-20])
    archive("empty_stack", b"\x80\x02R.")
    archive("below_mark", b"\x80\x02}(0.")
    archive("protocol_6", b"\x80\x06}.")
    archive("not_utf8", b"\x80\x02}X\x02\0\0\0\xff\xfe" + b"Ns.")


def archives():
    good = state(tensor())
    archive("compressed", good, method=zipfile.ZIP_DEFLATED)
    archive("two_pickles", b"", entries={"a/data.pkl": good, "b/data.pkl": good})
    archive("big_endian", b"", entries={"m/data.pkl": good, "m/byteorder": "big", "m/data/0": bytes(16)})
    archive("without_data", b"", entries={"model/data.pkl": good})
    archive("two_names", b"", entries={"model/data.pkl": good, "model/data/0": bytes(16), "model/data/1": bytes(16)})
    patched("two_names", b"model/data/1", b"model/data/0")
    archive("other_local_name", good)
    path = CASES / "hostile_other_local_name/model.pt"
    path.write_bytes(path.read_bytes().replace(b"model/data/0", b"model/data/1", 1))
    archive("overlap", good)
    path = CASES / "hostile_overlap/model.pt"
    data = path.read_bytes()
    at = data.rindex(b"PK\x01\x02")
    path.write_bytes(data[: at + 42] + struct.pack("<I", 0) + data[at + 46 :])
    archive("beyond", good)
    path = CASES / "hostile_beyond/model.pt"
    path.write_bytes(data[: at + 20] + struct.pack("<II", 2**31, 2**31) + data[at + 28 :])
    (folder("no_directory") / "model.pt").write_bytes(data[: data.index(b"PK\x01\x02")])
    (folder("not_a_checkpoint") / "model.pt").write_bytes(b"#!/bin/sh\ntouch executed\n")
    (folder("no_bytes") / "model.pt").write_bytes(b"")


def safetensors(name, header, data=bytes(4), length=None):
    header = header if isinstance(header, bytes) else json.dumps(header).encode()
    path = folder(f"safetensors_{name}", "model.safetensors") / "model.safetensors"
    path.write_bytes(struct.pack("<Q", len(header) if length is None else length) + header + data)


def row(start, end, shape=(1,), kind="F32"):
    return {"dtype": kind, "shape": list(shape), "data_offsets": [start, end]}


def headers():
    safetensors("long_header", {}, length=2**40)
    safetensors("header_beyond", {}, length=1000)
    safetensors("not_json", b"{no")
    safetensors("blank_first", b' {"a":' + json.dumps(row(0, 4)).encode() + b"}")
    safetensors("hole", {"a": row(0, 4), "b": row(8, 12)}, bytes(12))
    safetensors("overlap", {"a": row(0, 4), "b": row(2, 6)}, bytes(6))
    safetensors("rest", {"a": row(0, 4)}, bytes(8))
    safetensors("beyond", {"a": row(0, 400, (100,))})
    safetensors("backwards", {"a": row(4, 0)})
    safetensors("other_size", {"a": row(0, 4, (2,))})
    safetensors("overflow", {"a": row(0, 4, (2**62, 2**62))})
    safetensors("negative", {"a": row(0, 4, (-1,))})
    safetensors("unknown_type", {"a": row(0, 4, kind="F4")})
    one = json.dumps(row(0, 4)).encode()
    safetensors("same_name", b'{"a":' + one + b',"a":' + one + b"}")
    safetensors("metadata", {"__metadata__": {"a": 1}, "a": row(0, 4)})
    safetensors("nested", b'{"a":' + b"[" * 5000 + b"}")


def index(name, weight_map, more=""):
    path = folder(f"index_{name}", "model.safetensors.index.json")
    (path / "model.safetensors.index.json").write_text(json.dumps({"weight_map": weight_map}) + more)
    data = json.dumps({"a": row(0, 4)}).encode()
    (path / "m.safetensors").write_bytes(struct.pack("<Q", len(data)) + data + bytes(4))


def indices():
    index("parent", {"a": "../m.safetensors"})
    index("absolute", {"a": "/etc/passwd"})
    index("missing_file", {"a": "n.safetensors"})
    index("missing_tensor", {"a": "m.safetensors", "b": "m.safetensors"})
    index("not_json", {}, "}")


for make in (calls, views, memory, archives, headers, indices):
    make()
