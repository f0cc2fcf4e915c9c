"""Compares operators that are registered with a prefix with those of the framework: compare.py LIBRARY REPORT."""
import ctypes
import pathlib
import sys

import paddle
from paddle.base import core
from paddle.base.proto import framework_pb2

PREFIX = "opgen_"
# Values for attributes without a default. A string may be an equation.
VALUES = {"INT": 1, "LONG": 1, "FLOAT": 1.0, "FLOAT64": 1.0, "BOOLEAN": True, "STRING": "ij,jk->ik"}
VALUES |= {"INTS": [1], "LONGS": [1], "FLOATS": [1.0], "FLOAT64S": [1.0], "BOOLEANS": [True], "STRINGS": ["a"]}
# Every attribute is given values of each of these types.
ATTEMPTS = ["a", 2**40, [1.5], True]
# The shapes of inputs.
SHAPES = [[4, 4], [4, 4, 4, 4]]
PROGRAM = core.ProgramDesc()


class Comparison:
    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        for function in (self.library.opgen_types, self.library.opgen_registered, self.library.opgen_keys):
            function.restype = ctypes.c_char_p
        self.types = set(self.library.opgen_types().decode().split())
        self.versions = core.get_op_version_map()
        protos = (framework_pb2.OpProto.FromString(bytes(proto)) for proto in core.get_all_op_protos())
        self.protos = {proto.type: proto for proto in protos}
        self.lines = []
        self.counts = dict.fromkeys(["registered", "makers", "versions", "gradients", "checked", "shapes", "keys"], 0)

    def same(self, op, what, function, *arguments):
        """The result of a function for an operator. The prefixed operator must have the same result, or the same error."""
        prefixed, stock = (outcome(function, name, *arguments) for name in (PREFIX + op, op))
        if prefixed != stock:
            self.lines.append(f"difference: {op} {what}: {prefixed!r}, not {stock!r}")
        return stock

    def run(self):
        for op in sorted(self.types):
            self.counts["registered"] += 1
            self.same(op, "functions and inplace", lambda op: self.library.opgen_registered(op.encode()))
            self.same(op, "gradient", core.has_non_empty_grad_op_maker)
            self.same(op, "no gradient", core.has_empty_grad_op_maker)
            self.same(op, "composite", core.has_comp_grad_op_maker)
            self.same(op, "unread inputs", core.infer_no_need_buffer_slots, {}, {}, {})
            if self.same(op, "has a maker", self.protos.__contains__):
                self.maker(op)
            # The framework registers other versions by hand.
            if PREFIX + op in self.versions:
                self.counts["versions"] += 1
                self.same(op, "versions", lambda op: [*map(checkpoint, self.versions[op].checkpoints())])
        self.lines += [f"{what} {count}" for what, count in self.counts.items()]
        return "\n".join(self.lines) + "\n"

    def maker(self, op):
        self.counts["makers"] += 1
        for what in ("inputs", "outputs", "attrs"):
            self.same(op, what, lambda op: [*map(undocumented, getattr(self.protos[op], what))])
        self.same(op, "defaults", lambda op: exact(core.get_op_attrs_default_value(op.encode())))
        self.same(op, "checks", checked, {})
        # Where the framework keeps extra attributes depends on the name of the operator.
        extra = core.get_op_extra_attrs(op)
        for attr in (attr.name for attr in self.protos[op].attrs if attr.name not in extra):
            for value in ATTEMPTS:
                self.same(op, "checks", checked, {attr: value})
                self.counts["checked"] += 1
        everything, least = (operator(self.protos[op], everything) for everything in (True, False))
        self.inferred(op, everything)
        self.gradient(op, everything)
        self.gradient(op, least)

    def inferred(self, op, desc):
        """Compares the types and shapes of the outputs of an operator, and the keys of its kernels."""
        self.same(op, "types", types, desc)
        for shape in SHAPES:
            if isinstance(self.same(op, "shapes", shapes, desc, shape), list):
                self.counts["shapes"] += 1
        stock = self.keys(op, desc)
        # The framework's generator forgets the keys of a gradient that has neither a data type nor a function for its key.
        if not any(key.startswith("(Undefined") for key in stock):
            self.same(op, "keys", self.keys, desc)
            self.counts["keys"] += sum(key.startswith("(CPU") for key in stock)

    def keys(self, op, desc):
        """The keys of an operator's kernels for inputs of different types, or errors."""
        serialized = copied(PROGRAM.block(0), op, desc).serialize_to_string()
        found = self.library.opgen_keys(serialized, len(serialized)).decode().replace(PREFIX, "")
        return [line for line in found.split("\n") if line]

    def gradient(self, op, desc, depth=1):
        """Compares the gradient of an operator in a program, and then the gradient of that one, up to the third."""
        if op not in self.types or not core.has_grad_op_maker(op):
            return
        for unwanted in ({f"{name}@GRAD" for name in desc.input_arg_names()}, set()):
            found = self.same(op, "gradients", gradients, desc, unwanted)
        if isinstance(found, str):
            return
        self.counts["gradients"] += 1
        for one in core.get_grad_op_desc(desc, set(), [])[0]:
            if one.type() in self.types:
                self.inferred(one.type(), one)
            if depth < 3:
                self.gradient(one.type(), one, depth + 1)


def outcome(function, *arguments):
    """What a function returns, or its error."""
    try:
        return function(*arguments)
    except Exception as error:  # noqa: BLE001  (the framework's own kinds of errors)
        return str(error).replace(PREFIX, "")


def undocumented(message):
    """A part of an operator's description, without the documentation, which opgen words differently."""
    message.ClearField("comment")
    return str(message)


def exact(values):
    """Makes `1`, `1.0` and `True` different."""
    return {name: repr(values[name]) for name in sorted(values)}


def operator(proto, everything):
    """An operator in a program, with all of its variables or only with those that it must have."""
    desc = PROGRAM.block(0).append_op()
    desc.set_type(proto.type)
    for variables, set_names in ((proto.inputs, desc.set_input), (proto.outputs, desc.set_output)):
        for variable in variables:
            if everything or not variable.dispensable:
                count = 2 if variable.duplicable else 1
                set_names(variable.name, [f"{variable.name}_{index}" for index in range(count)])
    defaults = core.get_op_attrs_default_value(proto.type.encode())
    for attr in proto.attrs:
        kind = framework_pb2.AttrType.Name(attr.type)
        # Python cannot set scalars.
        if not attr.extra and kind in VALUES:
            desc._set_attr(attr.name, defaults.get(attr.name, VALUES[kind]))
    return desc


def copied(block, op, desc):
    copy = block.append_op()
    copy.copy_from(desc)
    copy.set_type(op)
    return copy


def checked(op, attrs):
    """The attributes of an operator after its checks."""
    desc = PROGRAM.block(0).append_op()
    desc.set_type(op)
    for name, value in attrs.items():
        desc._set_attr(name, value)
    desc.check_attrs()
    return exact({name: desc.attr(name) for name in desc.attr_names()})


def with_variables(block, op, desc, shape):
    """An operator whose variables are in a block."""
    copy = copied(block, op, desc)
    for name in (*copy.input_arg_names(), *copy.output_arg_names()):
        variable = block.var(name.encode())
        variable.set_type(core.VarDesc.VarType.LOD_TENSOR)
        variable.set_dtype(core.VarDesc.VarType.FP32)
        variable.set_shape(shape)
    return copy


def outputs(block, desc):
    found = (block.find_var(name.encode()) for name in desc.output_arg_names())
    return [str(framework_pb2.VarDesc.FromString(variable.serialize_to_string())) for variable in found]


def types(op, desc):
    """The types of outputs if the flags of an operator are the other way round."""
    program = core.ProgramDesc()
    desc = with_variables(program.block(0), op, desc, SHAPES[0])
    for name in desc.attr_names():
        if isinstance(desc.attr(name), bool):
            desc._set_attr(name, not desc.attr(name))
    desc.infer_var_type(program.block(0))
    return outputs(program.block(0), desc)


def shapes(op, desc, shape):
    """The outputs of an operator whose inputs have this shape."""
    program = core.ProgramDesc()
    desc = with_variables(program.block(0), op, desc, shape)
    desc.infer_var_type(program.block(0))
    desc.infer_shape(program.block(0))
    return outputs(program.block(0), desc)


def gradients(op, desc, unwanted):
    """The operators for the gradient of an operator, and the variables whose gradients they have."""
    descs, variables = core.get_grad_op_desc(copied(PROGRAM.block(0), op, desc), unwanted, [])
    return [*map(contents, descs)], variables


def contents(desc):
    """Everything in an operator of a program. Neither variables nor attributes have an order."""
    parsed = framework_pb2.OpDesc.FromString(desc.serialize_to_string())
    return parsed.type, *(sorted(map(str, of)) for of in (parsed.inputs, parsed.outputs, parsed.attrs))


def checkpoint(one):
    return one.note(), [update(info) for info in one.version_desc().infos()]


def update(info):
    facts = [int(info.type()), info.info().remark()]
    for fact in ("name", "default_value"):
        if hasattr(info.info(), fact):
            # Python has no value for `paddle::none`.
            facts.append(repr(outcome(getattr(info.info(), fact))))
    return facts


def main(library, report):
    # Errors without the functions that were called.
    paddle.set_flags({"FLAGS_call_stack_level": 0})
    pathlib.Path(report).write_text(Comparison(library).run())


main(*sys.argv[1:])
