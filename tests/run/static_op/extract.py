"""Takes op makers and versions of operators out of generated sources: extract.py PROGRAM REGISTERED SOURCE...

PROGRAM becomes C++ that runs them beside `makers.h`; REGISTERED says in JSON what else each operator is registered with.
"""
import json
import pathlib
import re
import sys

MAKER = re.compile(r"class (\w+) : public (?:framework::)?OpProtoAndCheckerMaker \{.*?\n\};\n", re.S)
# Up to the first semicolon outside a string.
STATEMENT = re.compile(r'^(REGISTER_OPERATOR|REGISTER_OP_VERSION)\((\w+)((?:[^";]|"(?:[^"\\]|\\.)*")*);', re.M)


def main(program, registered, *sources):
    makers, operators, versions = {}, {}, {}
    for source in sources:
        text = pathlib.Path(source).read_text()
        for maker in MAKER.finditer(text):
            assert maker[1] not in makers, f"two makers {maker[1]}"
            makers[maker[1]] = maker[0]
        statements = list(STATEMENT.finditer(text))
        written = sum(line.startswith(("REGISTER_OPERATOR(", "REGISTER_OP_VERSION(")) for line in text.splitlines())
        assert written == len(statements), f"{source}: {written} registrations, {len(statements)} understood"
        for kind, op, rest in (statement.groups() for statement in statements):
            table = operators if kind == "REGISTER_OPERATOR" else versions
            assert op not in table, f"{op} is registered twice"
            table[op] = rest.strip() if kind == "REGISTER_OP_VERSION" else parts(rest)
    used = {op: maker for op, with_ in operators.items() for maker in with_ if maker in makers}
    assert set(used.values()) == set(makers), f"never registered: {set(makers) - set(used.values())}"
    pathlib.Path(program).write_text(program_text(makers, used, versions))
    pathlib.Path(registered).write_text(json.dumps({op: facts(with_) for op, with_ in operators.items()}))


def parts(rest):
    """The classes with which an operator is registered, without their namespaces."""
    return [re.sub(r"^(?:\w+::)+", "", part.strip()) for part in rest.rstrip().rstrip(")").split(",")[1:]]


def facts(with_):
    composite = [part for part in with_ if part.endswith("CompositeGradOpMaker")]
    made = [part for part in with_ if re.search(r"Maker<", part)]
    return {
        "inplace": any(part.endswith("InplaceInferer") for part in with_),
        "gradient": any(not part.startswith("EmptyGradOpMaker<") for part in made),
        "composite": bool(composite),
    }


def program_text(makers, used, versions):
    lines = ['#include "makers.h"', "", "namespace paddle::operators {", "", "using framework::OpProtoAndCheckerMaker;"]
    lines += [*makers.values(), "}  // namespace paddle::operators", ""]
    lines += ['extern "C" bool opgen_describe(const char* path) {', "  opgen::Object makers, versions, all;"]
    lines += [f'  makers.AddRaw("{op}", paddle::operators::{maker}().Describe());' for op, maker in used.items()]
    # What follows `REGISTER_OP_VERSION(op` begins with the closing parenthesis.
    lines += [f'  versions.AddRaw("{op}", (opgen::Version(){rest}.Describe());' for op, rest in versions.items()]
    lines += ['  const auto text = all.AddRaw("makers", makers.Text()).AddRaw("versions", versions.Text()).Text();']
    lines += ['  std::FILE* file = std::fopen(path, "w");', "  return file && std::fputs(text.c_str(), file) >= 0 &&"]
    lines += ["         std::fclose(file) == 0;", "}", ""]
    return "\n".join(lines)


main(*sys.argv[1:])
