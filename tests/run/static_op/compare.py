"""Compares what generated sources register with what the framework has registered: compare.py LIBRARY REPORT."""
import ctypes
import json
import pathlib
import sys

from paddle.base import core
from paddle.base.framework import Program
from paddle.base.proto import framework_pb2

# By number, because Python has names only for the first ones.
UPDATES = ["kInvalid", "kModifyAttr", "kNewAttr", "kNewInput", "kNewOutput", "kBugfixWithBehaviorChanged"]
UPDATES = dict(enumerate(UPDATES)) | dict(
    enumerate(["kDeleteAttr", "kModifyInput", "kModifyOutput", "kDeleteInput", "kDeleteOutput"], start=100)
)
FLAGS = ["duplicable", "intermediate", "dispensable", "extra"]


class Comparison:
    def __init__(self, described):
        self.described = {op["type"]: op for op in described["operators"]}
        self.versions = described["versions"]
        protos = (framework_pb2.OpProto.FromString(bytes(proto)) for proto in core.get_all_op_protos())
        self.protos = {proto.type: proto for proto in protos}
        # Added to every operator by the framework.
        self.common = set.intersection(*({attr.name for attr in proto.attrs} for proto in self.protos.values()))
        self.block = Program().global_block()
        self.lines, self.gradients = [], 0

    def same(self, op, what, ours, stock):
        if ours != stock or type(ours) is not type(stock):
            self.lines.append(f"difference: {op} {what}: {ours!r}, not {stock!r}")

    def run(self):
        for op, facts in self.described.items():
            self.same(op, "has a maker", "maker" in facts, op in self.protos)
            self.registration(op, facts)
        makers = [op for op, facts in self.described.items() if "maker" in facts and op in self.protos]
        for op in makers:
            self.maker(op, self.described[op]["maker"], self.protos[op])
            for everything in (True, False):
                self.gradient(op, self.operator(self.protos[op], everything))
        stock = core.get_op_version_map()
        for op, checkpoints in self.versions.items():
            known = stock[op].checkpoints() if op in stock else []
            self.same(op, "versions", checkpoints, [checkpoint(one) for one in known])
        self.lines += [f"registered {len(self.described)}", f"makers {len(makers)}"]
        self.lines += [f"versions {len(self.versions)}", f"gradients {self.gradients}"]
        return "\n".join(self.lines) + "\n"

    def registration(self, op, facts):
        try:
            inplace = core.has_infer_inplace(op)
        except Exception:  # noqa: BLE001  (the framework's own kind of error)
            self.lines.append(f"difference: {op} is not registered in the framework")
            return
        self.same(op, "inplace", bool(facts["inplace"]), inplace)
        self.same(op, "gradient", bool(facts.get("gradient")), core.has_non_empty_grad_op_maker(op))
        self.same(op, "composite", facts["composite"], core.has_comp_grad_op_maker(op))
        if not inplace and not facts["no_need_buffer"]:
            return
        unread = core.infer_no_need_buffer_slots(op, {}, {}, {})
        self.same(op, "unread inputs", set(facts["no_need_buffer"]), set(unread))

    def maker(self, op, maker, proto):
        for what in ("inputs", "outputs"):
            ours = [{flag: False for flag in FLAGS} | variable for variable in maker[what]]
            stock = [{"name": one.name} | {flag: getattr(one, flag) for flag in FLAGS} for one in getattr(proto, what)]
            self.same(op, what, ours, stock)
        usual = {"extra": False, "support_tensor": False}
        ours = [usual | {key: attr[key] for key in attr if key != "default"} for attr in maker["attrs"]]
        stock = [
            {key: getattr(attr, key) for key in ("name", *usual)} | {"type": framework_pb2.AttrType.Name(attr.type)}
            for attr in proto.attrs
            if attr.name not in self.common
        ]
        self.same(op, "attributes", ours, stock)
        ours = {attr["name"]: attr["default"] for attr in maker["attrs"] if "default" in attr}
        stock = core.get_op_attrs_default_value(op.encode())
        stock = {name: value for name, value in stock.items() if name not in self.common}
        self.same(op, "defaults", exact(ours), exact(stock))

    def operator(self, proto, everything):
        """An operator in a program, with all of its variables or only with those that it must have."""
        desc = self.block.desc.append_op()
        desc.set_type(proto.type)
        for variables, set_names in ((proto.inputs, desc.set_input), (proto.outputs, desc.set_output)):
            for variable in variables:
                if everything or not variable.dispensable:
                    count = 2 if variable.duplicable else 1
                    set_names(variable.name, [f"{variable.name}_{index}" for index in range(count)])
        # Python cannot set these.
        scalars = {attr.name for attr in proto.attrs if framework_pb2.AttrType.Name(attr.type).startswith("SCALAR")}
        for name, value in core.get_op_attrs_default_value(proto.type.encode()).items():
            if name not in self.common | scalars:
                desc._set_attr(name, value)
        return desc

    def gradient(self, op, forward, depth=1):
        """Compares the gradient of an operator in a program, and then the gradient of that one, up to the third."""
        expected = self.described.get(op, {}).get("gradient")
        if not expected:
            return
        try:
            stock = core.get_grad_op_desc(forward, set(), [])[0]
        except Exception as error:  # noqa: BLE001
            # It needs an attribute without a default.
            self.lines.append(f"untested: {op}: {str(error).strip().splitlines()[-1]}")
            return
        self.same(op, "gradients", 1, len(stock))
        self.gradients += 1
        ours = filled(expected, forward)
        self.same(op, "type of gradient", ours["type"], stock[0].type())
        for what in ("input", "output"):
            names = getattr(stock[0], f"{what}_names")()
            self.same(op, f"{what}s of gradient", ours[what], {name: getattr(stock[0], what)(name) for name in names})
        attrs = {name: stock[0].attr(name) for name in stock[0].attr_names() if name not in self.common}
        self.same(op, "attributes of gradient", exact(ours["attrs"]), exact(attrs))
        if depth < 3:
            self.gradient(ours["type"], stock[0], depth + 1)


def filled(gradient, forward):
    """The operator that the steps of a grad op maker fill."""
    gradients = lambda names: [f"{name}@GRAD" for name in names]
    sources = {
        "input": forward.input,
        "output": forward.output,
        "output_grad": lambda name: gradients(forward.output(name)),
        "input_grad": lambda name: gradients(forward.input(name)),
    }
    op = {"type": gradient["type"], "input": {}, "output": {}, "attrs": {}}
    for step in gradient["steps"]:
        if step.get("if_input", next(iter(forward.input_names()), None)) not in [*forward.input_names(), None]:
            continue
        if step.get("if_output", next(iter(forward.output_names()), None)) not in [*forward.output_names(), None]:
            continue
        kind = step["kind"]
        if kind in ("input", "output"):
            op[kind][step["name"]] = sources[step["source"]](step["of"])
        elif kind == "attributes":
            op["attrs"] |= {name: forward.attr(name) for name in forward.attr_names()}
        else:
            op["attrs"][step["name"]] = step["value"] if kind == "attribute" else forward.attr(step["of"])
    return op


def exact(values):
    """Makes `1`, `1.0` and `True` different."""
    return {name: repr(values[name]) for name in sorted(values)}


def checkpoint(one):
    return {"note": one.note(), "updates": [update(info) for info in one.version_desc().infos()]}


def update(info):
    kind = UPDATES[int(info.type())]
    facts = {"type": kind, "remark": info.info().remark()}
    if hasattr(info.info(), "name"):
        facts["name"] = info.info().name()
    if kind in ("kNewAttr", "kModifyAttr"):
        try:
            facts["default"] = info.info().default_value()
        except TypeError:  # Python has no value for `paddle::none`
            facts["default"] = None
    return facts


def main(library, report):
    library = ctypes.CDLL(library)
    library.opgen_describe.restype = ctypes.c_bool
    described = pathlib.Path(report).with_suffix(".json")
    if not library.opgen_describe(str(described).encode()):
        sys.exit(f"{described} cannot be written")
    comparison = Comparison(json.loads(described.read_text()))
    pathlib.Path(report).write_text(comparison.run())


main(*sys.argv[1:])
