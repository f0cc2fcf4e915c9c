"""Compares what generated op makers and versions say with the framework: compare.py LIBRARY REGISTERED REPORT."""
import ctypes
import json
import pathlib
import sys

from paddle.base import core
from paddle.base.proto import framework_pb2

# By number, because Python has names only for the first ones.
UPDATES = ["kInvalid", "kModifyAttr", "kNewAttr", "kNewInput", "kNewOutput", "kBugfixWithBehaviorChanged"]
UPDATES = dict(enumerate(UPDATES)) | dict(
    enumerate(["kDeleteAttr", "kModifyInput", "kModifyOutput", "kDeleteInput", "kDeleteOutput"], start=100)
)
FLAGS = ["duplicable", "intermediate", "dispensable", "extra"]


class Comparison:
    def __init__(self, described, registered):
        self.described, self.registered = described, registered
        protos = (framework_pb2.OpProto.FromString(bytes(proto)) for proto in core.get_all_op_protos())
        self.protos = {proto.type: proto for proto in protos}
        # Added to every operator by the framework.
        self.common = set.intersection(*({attr.name for attr in proto.attrs} for proto in self.protos.values()))
        self.lines = []

    def same(self, op, what, ours, stock):
        if ours != stock or type(ours) is not type(stock):
            self.lines.append(f"difference: {op} {what}: {ours!r}, not {stock!r}")

    def run(self):
        for op, facts in self.registered.items():
            self.same(op, "has a maker", op in self.described["makers"], op in self.protos)
            self.registration(op, facts)
        for op, maker in self.described["makers"].items():
            if op in self.protos:
                self.maker(op, maker, self.protos[op])
        stock = core.get_op_version_map()
        for op, checkpoints in self.described["versions"].items():
            known = stock[op].checkpoints() if op in stock else []
            self.same(op, "versions", checkpoints, [checkpoint(one) for one in known])
        makers, versions = len(self.described["makers"]), len(self.described["versions"])
        self.lines += [f"registered {len(self.registered)}", f"makers {makers}", f"versions {versions}"]
        return "\n".join(self.lines) + "\n"

    def registration(self, op, facts):
        try:
            inplace = core.has_infer_inplace(op)
        except Exception:  # noqa: BLE001  (the framework's own kind of error)
            self.lines.append(f"difference: {op} is not registered in the framework")
            return
        self.same(op, "inplace", facts["inplace"], inplace)
        self.same(op, "gradient", facts["gradient"], core.has_non_empty_grad_op_maker(op))
        self.same(op, "composite", facts["composite"], core.has_comp_grad_op_maker(op))

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


def exact(defaults):
    """Makes `1`, `1.0` and `True` different."""
    return {name: repr(defaults[name]) for name in sorted(defaults)}


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


def main(library, registered, report):
    library = ctypes.CDLL(library)
    library.opgen_describe.restype = ctypes.c_bool
    described = pathlib.Path(report).with_suffix(".json")
    if not library.opgen_describe(str(described).encode()):
        sys.exit(f"{described} cannot be written")
    comparison = Comparison(json.loads(described.read_text()), json.loads(pathlib.Path(registered).read_text()))
    pathlib.Path(report).write_text(comparison.run())


main(*sys.argv[1:])
