#!/usr/bin/env python3
"""Fills fuzz/corpus with inputs: the built-in operators, the cases of the tests and, if it is beside the checkout, the
framework's own YAML."""

import hashlib
import pathlib
import re

HOME = pathlib.Path(__file__).resolve().parent
PROJECT = HOME.parent
FRAMEWORK = PROJECT.parent / "shared/oracle/paddle-2.6.2/yaml"
PROGRAMS = PROJECT.parent / "shared/oracle/translate/programs"
# Larger inputs make fuzzing slow.
MAX_BYTES = 4096


def read(path):
    # Some cases are not valid text.
    return path.read_bytes().decode(errors="surrogateescape") if path.is_file() else ""


def put(target, text):
    put_bytes(target, text.encode(errors="surrogateescape"))


def put_bytes(target, data):
    if 0 < len(data) <= MAX_BYTES:
        folder = HOME / "corpus" / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def kind(path):
    """The key of a file's kind in the profile."""
    return "prim_api" if path.name == "api.yaml" else path.stem


def entries(text):
    """The entries of a file, each with the comments above it."""
    return re.split(r"\n(?=(?:#[^\n]*\n)*- )", text)


def project(files):
    return "".join(f"#= {name}\n{text.rstrip()}\n" for name, text in files)


def whole_and_in_parts(folder):
    files = [(kind(path), read(path)) for path in sorted(folder.rglob("*.yaml"))]
    put("check", project(files))
    put("generate", project(files))
    named = {}
    for name, text in files:
        put("yaml", text)
        for entry in entries(text):
            put("yaml", entry)
            op = re.search(r"- (?:backward_)?op *: *(\w+)", entry)
            if op:
                # A gradient belongs to the operator whose name is a prefix of its own.
                named.setdefault(re.sub(r"(_(double|triple))?_grad$", "", op[1]), []).append((name, entry))
    for parts in named.values():
        # Each file once, in order.
        merged = {}
        for name, entry in parts:
            merged.setdefault(name, []).append(entry.strip("\n"))
        text = project((name, "\n".join(found)) for name, found in merged.items())
        put("check", text)
        put("generate", text)


GRAMMARS = {
    "args": ["args"],
    "output": ["output"],
    "func": ["kernel", "composite"],
    "param": ["infer_meta", "kernel_param"],
    "data_type": ["data_type"],
    "backend": ["backend"],
    "inplace": ["inplace"],
    "view": ["view"],
    "optional": ["optional"],
    "invoke": ["invoke"],
    "composite": ["composite"],
    "forward": ["forward"],
    "op": ["compat_op", "names"],
    "attrs": ["compat"],
    "checkpoint": ["version"],
    "default": ["version"],
    "add_attr": ["version"],
    "modify_attr": ["version"],
}


def values(folder):
    for path in sorted(folder.rglob("*.yaml")):
        text = read(path)
        for key, value in re.findall(r"^[ -]*(\w+) *: *(.+)$", text, re.M):
            for grammar in GRAMMARS.get(key, []):
                put("grammars", f"{grammar}\n{value}")
        for comment in re.findall(r"# opgen: *(.+)$", text, re.M):
            put("grammars", f"allow\n{comment}")


def main():
    folders = [PROJECT / "yaml", FRAMEWORK, PROJECT / "tests/cargo/operators/yaml"]
    folders += sorted(path for name in ("check", "generate", "diff", "show") for path in (PROJECT / "tests" / name).glob("*/"))
    for folder in folders:
        if folder.is_dir():
            whole_and_in_parts(folder)
            values(folder)
    for path in PROJECT.glob("tests/check/*/*.toml"):
        put("settings", read(path))
    for path in PROGRAMS.glob("*.pdmodel"):
        put_bytes("translate", path.read_bytes())
    for path in sorted((HOME / "corpus").iterdir()):
        print(f"{path.name}: {len(list(path.iterdir()))} seeds")


if __name__ == "__main__":
    main()
