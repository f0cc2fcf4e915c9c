"""Compares the kernels that opgen reads from a framework's sources with those that the installed framework has registered on the CPU.

    check_registered.py OPGEN SOURCES PYTHON

`SOURCES` is a tree of the release that `PYTHON` runs. Fails if less than 99 % of the kernels have the same data types.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

LEAST = 0.99
SHOWN = 20
SCRIPT = """
import json, sys
from paddle.base import core
sys.stdout.write("\\n" + json.dumps(core._get_all_register_op_kernels("phi")))
"""
# The name of a type in the framework's list, without namespaces, and in Python.
TYPES = {"float": "float32", "double": "float64", "int": "int32", "complex<float>": "complex64", "complex<double>": "complex128"}


def names(sources):
    """The names of kernels by the older names under which the framework lists them."""
    texts = [path.read_text(errors="replace") for path in (Path(sources) / "paddle/phi/ops/compat").glob("*.cc")]
    pairs = [pair for text in texts for pair in re.findall(r"PD_REGISTER_BASE_KERNEL_NAME\(\s*(\w+),\s*(\w+)\)", text)]
    compat = "".join(path.read_text() for path in Path(sources).rglob("op_compat.yaml"))
    lines = re.findall(r"^(?:- op|  backward) *:(.*)$", compat, re.M)
    pairs += [(old, new) for line in lines for new, old in re.findall(r"(\w+)\s*\((\w+)\)", line)]
    return dict(pairs)


def registered(python, names):
    """The types of each kernel that is registered for the CPU and any layout."""
    text = subprocess.run([python, "-c", SCRIPT], capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    found = {}
    for kernel, keys in json.loads(text).items():
        for key in keys:
            of = re.search(r"data_type\[(.+?)\]; .*Place\((\w+).*library_type\[(\w+)", key)
            # A library may list kernels of a device that it does not have.
            if of is None:
                continue
            ty, place, library = of.groups()
            ty = re.sub(r"\w*::", "", ty).removesuffix("_t")
            if place == "cpu" and library == "PLAIN":
                found.setdefault(names.get(kernel, kernel), set()).add(TYPES.get(ty, ty))
    return found


def read(opgen, sources):
    """The types of each kernel for the CPU, and kernels for every type."""
    run = [opgen, "kernel", "--built-in", "--list", "--include", sources]
    listed = json.loads(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
    found = {}
    for one in listed["registrations"]:
        if "CPU" in one["backends"]:
            types = found.setdefault(one["kernel"], set())
            types |= {"every"} if one["data_types"] is None else set(one["data_types"])
    return found


def main():
    opgen, sources, python = sys.argv[1:]
    declared = read(opgen, sources)
    # The name in YAML is that of an operator, which is not always that of its kernel.
    compiled = registered(python, {old: new for old, new in names(sources).items() if new in declared})
    known = sorted(compiled.keys() & declared.keys())
    wrong = [kernel for kernel in known if "every" not in declared[kernel] and compiled[kernel] != declared[kernel]]
    for kernel in wrong[:SHOWN]:
        print(f"{kernel}: read {sorted(declared[kernel])}, registered {sorted(compiled[kernel])}")
    print("registered, not read:", *sorted(compiled.keys() - declared.keys()))
    print("read, not registered:", *sorted(declared.keys() - compiled.keys()))
    every = len(compiled.keys() | declared.keys())
    share = (len(known) - len(wrong)) / every if every else 0
    print(f"{every} kernels, {share:.1%} read as they are registered")
    sys.exit(share < LEAST)


main()
