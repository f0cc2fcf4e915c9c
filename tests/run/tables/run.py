"""Compares generated tables with those of the framework: run.py LIBRARY REPORT FOLDER."""
import ctypes
import json
import sys

from paddle.base import core, libpaddle

library = ctypes.CDLL(sys.argv[1])
for function in (library.opgen_compare_names, library.opgen_write_extra_attrs):
    function.restype = ctypes.c_char_p


def done(problem):
    if problem:
        sys.exit(problem.decode())


report = sys.argv[2]
done(library.opgen_compare_names(libpaddle.__file__.encode(), report.encode()))
done(library.opgen_write_extra_attrs((report + ".json").encode()))
with open(report + ".json") as file:
    generated = json.load(file)


def attrs_in_framework(op):
    attrs = core.get_op_extra_attrs(op)
    return {name: [core.get_attrtibute_type(op, name).name, value] for name, value in attrs.items()}


with open(report, "a") as file:
    print("extra_attrs", len(generated), file=file)
    for op in sorted(set(generated) | set(core.get_all_op_names())):
        if generated.get(op, {}) != attrs_in_framework(op):
            print("difference: extra_attrs", op, generated.get(op), attrs_in_framework(op), file=file)
