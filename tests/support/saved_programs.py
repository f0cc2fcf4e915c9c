#!/usr/bin/env python3
"""Runs saved programs, and what opgen translates them to.

saved_programs.py original FOLDER PROGRAM...    with PaddlePaddle 2.6: inputs, parameters and results go to FOLDER/NAME.npz
saved_programs.py translated FOLDER NAME...     with 3.x: FOLDER/NAME.json is loaded, run with the same inputs, and compared

One line is printed for each program: `ran`, `same` or `differs` and its name; or `failed`, its name and why.
"""
import json
import os
import sys

import numpy as np
import paddle
from paddle.base import core

SOURCES = ("data", "feed")
SINKS = ("fetch", "fetch_v2")


def sizes(shape):
    return [2 if size < 0 else size for size in shape]


def type_name(data_type):
    name = str(data_type).split(".")[-1].lower()
    return {"fp32": "float32", "fp64": "float64"}.get(name, name)


def values(random, data_type, shape, low, high):
    if data_type in ("float32", "float64"):
        return random.uniform(low, high, sizes(shape)).astype(data_type)
    return random.randint(0, 2, sizes(shape)).astype(data_type)


def run_original(folder, path):
    desc = core.ProgramDesc(open(path, "rb").read())
    block = desc.block(0)
    ops = [block.op(index) for index in range(block.op_size())]
    inputs = np.random.RandomState(7)
    feeds = {}
    for op in ops:
        if op.type() in SOURCES:
            name = op.output_arg_names()[0]
            variable = block.var(name.encode())
            feeds[name] = values(inputs, type_name(variable.dtype()), variable.shape(), 0.1, 0.9)
    inner = [op for op in ops if op.type() not in SOURCES + SINKS]
    read = {name for op in inner for name in op.input_arg_names()}
    written = [name for op in inner for name in op.output_arg_names() if name not in read]
    is_tensor = lambda name: block.find_var(name.encode()).type() == core.VarDesc.VarType.LOD_TENSOR
    # A second result is often scratch memory, such as the shape before a reshape.
    leaves = [name for name in written if ".tmp_1" not in name and is_tensor(name)]
    outputs = [op.input_arg_names()[0] for op in ops if op.type() in SINKS] or sorted(set(leaves))[-4:]
    if not outputs:
        raise RuntimeError("it has no result")
    for index in reversed(range(block.op_size())):
        if block.op(index).type() in SOURCES + SINKS:
            block._remove_op(index, index + 1)
    program = paddle.static.Program.parse_from_string(desc.serialize_to_string())
    scope, random, parameters = core.Scope(), np.random.RandomState(3), {}
    with paddle.static.scope_guard(scope):
        for variable in program.list_vars():
            if variable.persistable and variable.name not in ("feed", "fetch"):
                value = values(random, type_name(variable.dtype), variable.shape, 0.05, 0.2)
                parameters[variable.name] = value
                scope.var(variable.name).get_tensor().set(value, paddle.CPUPlace())
        # Tensors that have rows of several lengths cannot be returned as arrays.
        executor = paddle.static.Executor(paddle.CPUPlace())
        results = executor.run(program, feed=feeds, fetch_list=outputs, return_numpy=False)
    saved = {f"feed:{name}": value for name, value in feeds.items()}
    saved |= {f"parameter:{name}": value for name, value in parameters.items()}
    saved |= {f"result:{name}": np.asarray(value) for name, value in zip(outputs, results)}
    np.savez(f"{folder}/{os.path.basename(path).removesuffix('.pdmodel')}.npz", **saved)
    return "ran"


def kept(data, kind):
    return {name.removeprefix(kind): data[name] for name in data.files if name.startswith(kind)}


def is_among(wanted, found):
    def same(value):
        value = np.asarray(value)
        return value.shape == wanted.shape and np.allclose(
            value.astype("float64"), wanted.astype("float64"), rtol=1e-4, atol=1e-5, equal_nan=True
        )

    return any(value is not None and same(value) for value in found)


def run_translated(folder, name):
    data = np.load(f"{folder}/{name}.npz")
    program = paddle.static.Program()
    path = f"{folder}/{name}.json"
    with open(path) as file:
        version = json.load(file)["base_code"]["version"]
    core.deserialize_pir_program(path, program, version)
    block = program.global_block()
    fetched, sinks = [], []
    for op in block.ops:
        if op.name() == "pd_op.fetch":
            sinks.append(op)
            fetched.append(op.operand_source(0))
        elif op.name() == "builtin.set_parameter":
            fetched.append(op.operand_source(0))
        elif op.name() not in ("builtin.parameter", "pd_op.data", "pd_op.feed"):
            fetched += [value for value in op.results() if value.use_empty() and value.is_dense_tensor_type()]
    for op in sinks:
        block.remove_op(op)
    scope = core.Scope()
    with paddle.static.scope_guard(scope):
        for parameter, value in kept(data, "parameter:").items():
            scope.var(parameter).get_tensor().set(value, paddle.CPUPlace())
        feeds = kept(data, "feed:")
        found = paddle.static.Executor(paddle.CPUPlace()).run(program, feed=feeds, fetch_list=fetched)
    return "same" if all(is_among(wanted, found) for wanted in kept(data, "result:").values()) else "differs"


def main():
    paddle.enable_static()
    mode, folder, *names = sys.argv[1:]
    for name in names:
        stem = os.path.basename(name).removesuffix(".pdmodel")
        try:
            print(run_original(folder, name) if mode == "original" else run_translated(folder, name), stem, flush=True)
        except Exception as error:
            print("failed", stem, str(error).strip()[-200:].replace("\n", " "), flush=True)


main()
