"""Compares what opgen reads from an installed framework's headers with the framework itself.

    check_symbols.py OPGEN PYTHON

`PYTHON` runs the framework. The demangled symbols of its libraries say which parameters functions have. Fails if opgen reads less than
99.5 % of the functions that both know correctly.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

LEAST = 0.995
SHOWN = 20

ALIASES = [
    (r"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> ?>", "string"),
    (r"\b(paddle::experimental::|phi::)*ScalarBase<[^<>]*>", "Scalar"),
    (r"\b(paddle::experimental::|phi::)*IntArrayBase<[^<>]*>", "IntArray"),
    (r"\bunsigned long\b", "uint64_t"),
    (r"\blong\b", "int64_t"),
    (r"\bunsigned int\b", "uint32_t"),
    (r"\bunsigned char\b", "uint8_t"),
    (r"\bsigned char\b", "int8_t"),
    (r"\bShapeOrData\b(?!<)", "ShapeOrDataDimExprs"),
    (r"std::unordered_map<string, pir::Attribute, [^&*]*>(?=[&*])", "AttributeMap"),
]
LAYOUTS = "vector<variant<TensorDistAttr,vector<TensorDistAttr>>>"
# Names for one type.
SAME = {
    "int32_t": "int", "size_t": "uint64_t", "DDim": "Dim", "gpuStream_t": "stream",
    "ExprVec": "vector<DimExpr>", "TensorListShapeOrDataDimExprs": "vector<ShapeOrData<DimExpr>>",
    "SpmdInfo": f"pair<{LAYOUTS},{LAYOUTS}>",
}
# What is between angle brackets.
ARGUMENTS = r"(?:[^<>]|<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)*"


def split(text):
    """Splits at commas outside brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "<({[") - (letter in ">)}]")
        if letter == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def normal(ty):
    """A type without namespaces and allocators, with `const` in front."""
    for pattern, name in ALIASES:
        ty = re.sub(pattern, name, ty)
    ty = re.sub(r"\b\w+::", "", ty)
    while (shorter := re.sub(rf", allocator<{ARGUMENTS}> ?", "", ty)) != ty:
        ty = shorter
    # `A const&` is `const A&`, also within angle brackets.
    word = rf"(\w+(?:<{ARGUMENTS}>)?)"
    while (other := re.sub(word + r" const\b", r"const \1", ty)) != ty:
        ty = other
    ty = re.sub(r"\s*([<>,&*])\s*", r"\1", ty).strip()
    if not ty.endswith(("&", "*")):
        ty = re.sub(r"^const ", "", ty)
    return re.sub(r"\w+", lambda word: SAME.get(word[0], word[0]), ty)


def symbols(libraries):
    """The functions of libraries: for each full name, the lists of types of its parameters."""
    lines = subprocess.run(["nm", "-D", "--demangle", *libraries], capture_output=True, text=True, check=True).stdout
    found = {}
    for line in lines.splitlines():
        text = line.split(" ", 2)[-1]
        if "Kernel" not in text and "Infer" not in text:
            continue
        # What is before the parameters: perhaps a result, the name, and arguments of the template.
        depth = 0
        for at, letter in enumerate(text):
            depth += (letter == "<") - (letter == ">")
            if letter == "(" and depth == 0:
                break
        else:
            continue
        head = re.sub(r"\[abi:\w+\]", "", text[:at])
        head = head.split(" ", 1)[-1] if head.endswith(">") and re.match(r"\w+ ", head) else head
        name = re.sub(r"<.*", "", head)
        end = text.rfind(")")
        found.setdefault(name, []).append([normal(ty) for ty in split(text[at + 1 : end])])
    return found


def fits(declared, compiled):
    """Whether two types are the same. In a template, names such as `T` stand for any type."""
    if declared == compiled:
        return True
    pattern = re.escape(normal(declared))
    pattern = re.sub(r"\b(Context|T|[A-Z]\w*T|T\d|U|OutT|InT|Functor|DeviceContext)\b", r".+", pattern)
    return re.fullmatch(pattern, compiled) is not None


def main():
    opgen, python = sys.argv[1:]
    script = "import paddle, sys; sys.stdout.write('\\n' + paddle.__path__[0])"
    package = Path(subprocess.run([python, "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()[-1])
    include = package / "include"
    listed = subprocess.run([opgen, "kernel", "--built-in", "--list", "--include", include], capture_output=True, text=True, check=True)
    functions = json.loads(listed.stdout)["functions"]
    compiled = symbols([package / "base/libpaddle.so", *sorted((package / "libs").glob("libphi*.so"))])
    known = wrong = 0
    for function in functions:
        candidates = compiled.get(function["name"])
        if not candidates:
            continue
        known += 1
        types = function["types"]
        same = lambda other: len(other) == len(types) and all(map(fits, types, other))
        if not any(map(same, candidates)):
            wrong += 1
            if wrong <= SHOWN:
                print(f"{function['file']}: {function['name']}{types}\n  compiled: {candidates[0]}")
    share = (known - wrong) / known if known else 0
    print(f"{package}: {len(functions)} functions read, {known} of them in the libraries, {share:.2%} of these the same")
    sys.exit(share < LEAST)


main()
