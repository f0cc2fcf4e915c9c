#!/usr/bin/env python3
"""Writes the operators that an installed PaddlePaddle has registered: `op_registry.py [-o op-registry.json]`.

It needs only the framework, and `nm` for the order in which functions were compiled. Python cannot see which output shares
the memory of which input. The overwritten input follows from the signatures of compiled functions. If an operator has
several outputs, or a gradient works in place, the pair is guessed by the framework's usual names; the script prints the
number of such guesses.
"""

import argparse
import json
import re
import subprocess
import sys

import paddle
from paddle.base import core

GRAD = "@GRAD"
# The attributes without which a grad op maker fails.
NEEDED_ATTRS = {
    "c_split": {"nranks": 1},
    "cast": {"in_dtype": 5, "out_dtype": 5},
    "flip": {"axis": [0]},
    "fused_elemwise_activation": {"functor_list": ["a", "b"]},
    "fused_elemwise_add_activation": {"functor_list": ["a", "b"]},
    "reverse": {"axis": [0]},
    "transfer_dtype": {"in_dtype": 5, "out_dtype": 5},
}
# The number of tensors passed as a list.
LIST_LENGTH = 4
# Operators whose functions are written by hand.
HAND_WRITTEN = {
    "fused_attention", "fused_bias_dropout_residual_layer_norm", "fused_feedforward", "fused_gate_attention",
    "fused_gemm_epilogue", "run_program",
}


def protos():
    from paddle.base.proto import framework_pb2

    return {p.type: p for p in map(framework_pb2.OpProto.FromString, core.get_all_op_protos())}


def flags(message, names):
    return {name: True for name in names if getattr(message, name, False)}


def proto_entry(proto):
    variable = lambda v: {"name": v.name, **flags(v, ("duplicable", "dispensable", "intermediate", "extra", "quant"))}
    kinds = proto.DESCRIPTOR.fields_by_name["attrs"].message_type.fields_by_name["type"]
    attr = lambda a: {
        "name": a.name,
        "type": kinds.enum_type.values_by_number[a.type].name,
        **flags(a, ("extra", "generated", "quant", "support_tensor")),
    }
    return {
        "inputs": [variable(v) for v in proto.inputs],
        "outputs": [variable(v) for v in proto.outputs],
        "attrs": [attr(a) for a in proto.attrs],
    }


def kernels():
    found = {}
    for library in ("fluid", "phi"):
        for op in core._get_all_register_op_kernels(library):
            found.setdefault(op, []).append(library)
    return found


def gradients(op, proto):
    """The operators that the grad op maker of an operator creates."""
    if not core.has_grad_op_maker(op) or core.has_empty_grad_op_maker(op):
        return []
    many = (
        len(proto.inputs) == 1 and len(proto.outputs) == 1
        and proto.inputs[0].duplicable and not proto.outputs[0].duplicable
    )
    block = paddle.static.Program().global_block()
    desc, owner = block.desc.append_op(), {}
    desc.set_type(op)
    for variables, put in ((proto.inputs, desc.set_input), (proto.outputs, desc.set_output)):
        for v in variables:
            names = [f"{len(owner)}_{i}_{v.name}" for i in range(LIST_LENGTH if many and variables is proto.inputs else 1)]
            owner.update(dict.fromkeys(names, v.name))
            for name in names:
                block.desc.var(name.encode()).set_type(core.VarDesc.VarType.LOD_TENSOR)
            put(v.name, names)
    for name, value in {**default_attrs(op), **NEEDED_ATTRS.get(op, {})}.items():
        try:
            desc._set_attr(name, value)
        except Exception:  # noqa: BLE001
            pass  # Python cannot set attributes of every type, and no maker needs these.
    made, _ = core.get_grad_op_desc(desc, set(), [])

    def slots(names, arguments):
        entries = {}
        for slot in names:
            variables = [(a.split(GRAD)[0], GRAD in a) for a in arguments(slot) if a.split(GRAD)[0] in owner]
            if variables:
                name, is_grad = variables[0]
                entries[slot] = {"var": owner[name], "grad": is_grad, "n": len(variables)}
        return entries

    entries = []
    for grad in made:
        inputs = {slot: grad.input(slot) for slot in grad.input_names()}
        outputs = {slot: grad.output(slot) for slot in grad.output_names()}
        entry = {
            "type": grad.type(),
            "inputs": slots(inputs, inputs.get),
            "outputs": slots(outputs, outputs.get),
            "attrs": {},
            "no_need_buffer": unread(grad, inputs, outputs),
            "inplace": {},
        }
        if core.has_infer_inplace(grad.type()):
            entry["inplace"] = likely_pair(entry["inputs"], entry["outputs"])
        entries.append(entry)
    return entries


def default_attrs(op):
    return core.get_op_attrs_default_value(op.encode()) or {}


def unread(grad, inputs, outputs):
    """The inputs of which a gradient reads only the shape."""
    attrs = {name: grad.attr(name) for name in grad.attr_names()}
    try:
        return sorted(core.infer_no_need_buffer_slots(grad.type(), inputs, outputs, attrs))
    except Exception:  # noqa: BLE001
        return []


def is_registered(op):
    try:
        core.has_infer_inplace(op)
    except Exception:  # noqa: BLE001
        return False
    return True


def likely_pair(inputs, outputs):
    """Guesses the pair of a gradient that works in place, by the framework's usual names."""
    if "Softmax" in inputs and "Logits" + GRAD in outputs:
        return {"Softmax": "Logits" + GRAD}
    given = [name for name, slot in inputs.items() if slot["grad"]] or list(inputs)
    if not given or not outputs:
        return {}
    return {given[0]: next((o for o in outputs if o in ("X" + GRAD, "Input" + GRAD)), list(outputs)[0])}


def compiled_functions():
    """The functions of the old dynamic graph with the types of their parameters, by address."""
    library = core.__file__ if core.__file__.endswith(".so") else core.libpaddle.__file__
    text = subprocess.run(["nm", "-DC", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    function = re.compile(r"^(\w+) T (\w+)_dygraph_function\((.*)\)$", re.M)
    return [(name, types) for _, name, types in sorted((int(at, 16), name, types) for at, name, types in function.findall(text))]


def split_types(types):
    """Splits types at commas that are not inside brackets."""
    depth, parts = 0, [""]
    for c in types:
        depth += (c in "<(") - (c in ">)")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def inplace_pair(proto, args, types):
    """The input that is passed by a mutable reference, and the output that overwrites it."""
    inputs = [name for name in args if any(v.name == name for v in proto.inputs)]
    written = [name for name, ty in zip(inputs, split_types(types)) if ty == "paddle::Tensor&"]
    # A list is passed by a constant reference even if it is overwritten.
    overwritten = next(iter(written or inputs), None)
    outputs = [v.name for v in proto.outputs if not v.dispensable and not v.intermediate]
    likely = [o for o in outputs if o in ("Out", f"{overwritten}Out")] or outputs
    return {overwritten: likely[0]} if overwritten and likely else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", default="op-registry.json")
    options = parser.parse_args()
    legacy = core.eager.ops.legacy
    all_protos, has_kernel, compiled = protos(), kernels(), compiled_functions()
    order = [name for name in vars(legacy) if name in all_protos]
    order += sorted(op for op in {*all_protos, *has_kernel} - set(order) if is_registered(op))
    functions = {name for name, _ in compiled}
    forward = [name for name, _ in compiled if name in all_protos and name not in HAND_WRITTEN]
    args, operators, guessed = legacy.get_core_ops_args_info(), {}, 0
    for op in order:
        proto = all_protos.get(op)
        entry = {"proto": proto and proto_entry(proto), "kernel": has_kernel.get(op, ["phi"] if op in vars(legacy) else [])}
        if proto is None:
            operators[op] = entry
            continue
        entry["defaults"] = None
        entry["grad_maker"] = bool(core.has_grad_op_maker(op))
        if core.has_infer_inplace(op):
            parameters = dict(compiled).get(op + "_", "")
            entry["inplace"] = inplace_pair(proto, args.get(op, [v.name for v in proto.inputs]), parameters)
            guessed += len(proto.outputs) > 1
        if op in functions:
            try:
                entry["grad"] = gradients(op, proto)
            except Exception as error:  # noqa: BLE001
                print(f"{op}: no gradient: {str(error).strip()[-300:]}", file=sys.stderr)
                entry["grad"] = []
            guessed += sum(bool(grad["inplace"]) for grad in entry["grad"])
        operators[op] = entry
    file = {"registry_order": order, "forward_order": forward, "operators": operators}
    with open(options.output, "w", encoding="utf-8") as out:
        json.dump(file, out, indent=1)
        out.write("\n")
    print(f"{len(operators)} operators, {len(forward)} with functions; {guessed} in-place pairs were guessed by name")


if __name__ == "__main__":
    main()
