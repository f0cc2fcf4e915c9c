"""Puts mistakes into operator YAML and into C++ headers, and counts those that `opgen check --include` finds.

    check_mistakes.py OPGEN YAML INCLUDE

Each mistake is in another operator, and counts as found if a finding of the rules about C++ points to its line: in YAML, for mistakes in
YAML; in the header and in the operator's entry, for mistakes in C++. Deterministic. Fails if less than 98 % are found.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

# Of 300 mistakes, 99.7 % were found when this was written.
LEAST = 0.98
MISTAKES = 300
RULES = re.compile(r"[EWN]1[24]\d\d")
OTHER_TYPE = {"int": "float", "int64_t": "bool", "bool": "str", "float": "int[]", "str": "int", "Scalar": "bool", "int[]": "float"}
OTHER_CPP = {"int": "float", "int64_t": "bool", "bool": "int", "float": "double", "const DenseTensor&": "const Scalar&"}


def check(opgen, yaml, include):
    """The places that findings about C++ point to, a set for each finding."""
    run = [opgen, "check", "--root", yaml, "--include", include, "--format", "json"]
    found = json.loads(subprocess.run(run, capture_output=True, text=True).stdout)
    places = lambda one: {(place["file"], place["line"]) for place in one["labels"]}
    return [places(one) for one in found if RULES.fullmatch(one["code"])]


def order(text):
    return hashlib.sha256(text.encode()).hexdigest()


def swap_letters(name):
    """The name with two letters in the middle swapped; a name of two letters, with the last one written twice."""
    pairs = [at for at in range(1, len(name) - 1) if name[at] != name[at + 1] and "_" not in name[at : at + 2]]
    at = pairs[len(pairs) // 2] if pairs else None
    return name + name[-1] if at is None else name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def entries(lines):
    """The first line and the line after the last one of each entry."""
    starts = [at for at, line in enumerate(lines) if re.match(r"- *(op|backward_op) *:", line)]
    return list(zip(starts, [*starts[1:], len(lines)]))


def find(lines, start, end, key, after=None):
    """The line of a key in an entry, perhaps behind another key."""
    inside = after is None
    for at in range(start, end):
        inside = inside or re.match(rf"\s+{after}\s*:", lines[at] or "") is not None
        if inside and re.match(rf"\s+{key}\s*:", lines[at]):
            return at
    return None


def split_args(line):
    head, args, tail = re.fullmatch(r"(.*?\()(.*)(\).*)", line).groups()
    parts = re.split(r",\s*(?![^{(]*[})])", args)
    return head, parts, tail


def yaml_mistakes(lines, start, end):
    """Changed lines by the kind of mistake: the line and its new text."""
    kernel, meta = find(lines, start, end, "func", "kernel"), find(lines, start, end, "func", "infer_meta")
    args = find(lines, start, end, "args")
    if kernel is None or meta is None or args is None or find(lines, start, end, "invoke") is not None:
        return {}
    changed = {}
    name = re.match(r"\s+func\s*:\s*(\w+)", lines[kernel])
    if name and "{" not in lines[kernel] and "," not in lines[kernel]:
        changed["misspelt kernel"] = (kernel, lines[kernel].replace(name[1], swap_letters(name[1])))
    name = re.match(r"\s+func\s*:\s*(\w+)", lines[meta])
    if name and meta < kernel:
        changed["misspelt infer meta"] = (meta, lines[meta].replace(name[1], swap_letters(name[1])))
        changed["wrong infer meta"] = (meta, lines[meta].replace(name[1], "LUInferMeta"))
    if find(lines, start, end, "param") is not None or not re.search(r"\(.*\)\s*$", lines[args]):
        return changed
    head, parts, tail = split_args(lines[args])
    types = [part.split()[0] if part.split() else "" for part in parts]
    attrs = [at for at, ty in enumerate(types) if not ty.startswith("Tensor")]
    if attrs and len(parts) > 1:
        changed["dropped argument"] = (args, head + ", ".join(parts[:-1]) + tail)
    retyped = [at for at in attrs if types[at] in OTHER_TYPE]
    if retyped:
        at = retyped[0]
        new = re.sub(r"^\S+", OTHER_TYPE[types[at]], parts[at].split("=")[0].strip())
        changed["retyped argument"] = (args, head + ", ".join([*parts[:at], new, *parts[at + 1 :]]) + tail)
    swapped = [at for at in attrs[:-1] if types[at] != types[at + 1] and {types[at], types[at + 1]} != {"int", "int64_t"}]
    if swapped:
        at = swapped[0]
        changed["swapped arguments"] = (args, head + ", ".join([*parts[:at], parts[at + 1], parts[at], *parts[at + 2 :]]) + tail)
    return changed


def in_yaml(opgen, yaml, include, wanted, per_run=40):
    """Mistakes in YAML: a row (kind, file, line, whether it was found) for each."""
    files = [path for path in sorted(yaml.rglob("*.yaml")) if re.fullmatch(r"(ops|backward)\.yaml", path.name)]
    files = [path for path in files if "pir" not in path.parts]
    rows, kinds = [], {}
    todo = []
    for path in files:
        lines = path.read_text().splitlines()
        for start, end in entries(lines):
            for kind, change in yaml_mistakes(lines, start, end).items():
                todo.append((order(f"{lines[start]} {kind}"), kind, path, start, change))
    known = {place for one in check(opgen, yaml, include) for place in one}
    usable = read_names(opgen, include)
    used = set()
    picked = []
    for _, kind, path, start, (line, text) in sorted(todo, key=lambda row: row[0]):
        lines = path.read_text().splitlines()
        kernel = re.sub(r"[^a-z0-9]", "", lines[start].split(":")[1].lower())
        name = str(path.relative_to(yaml))
        is_new = (path, start) not in used and lines[line] != text and (name, line + 1) not in known
        if is_new and kernel in usable and kinds.get(kind, 0) < wanted // 6 + 1 and len(picked) < wanted:
            used.add((path, start))
            kinds[kind] = kinds.get(kind, 0) + 1
            picked.append((kind, path, line, text))
    for first in range(0, len(picked), per_run):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "yaml"
            shutil.copytree(yaml, copy)
            group = picked[first : first + per_run]
            for _, path, line, text in group:
                target = copy / path.relative_to(yaml)
                lines = target.read_text().splitlines()
                lines[line] = text
                target.write_text("\n".join(lines) + "\n")
            found = {place for one in check(opgen, copy, include) for place in one}
            for kind, path, line, text in group:
                name = str(path.relative_to(yaml))
                rows.append((f"YAML: {kind}", f"{name}:{line + 1}: {text.strip()}", (name, line + 1) in found))
    return rows


def read_names(opgen, include):
    """The names of kernels whose functions are in headers, in lower case without underscores."""
    listed = subprocess.run([opgen, "kernel", "--built-in", "--list", "--include", include], capture_output=True, text=True)
    functions = json.loads(listed.stdout)["functions"]
    names = [one["name"].rsplit("::", 1)[-1] for one in functions]
    return {name.removesuffix("Kernel").lower() for name in names if name.endswith("Kernel")}


DECLARED = re.compile(r"^void (\w+)Kernel\((.*?)\);", re.M | re.S)


def cpp_mistakes(text, match):
    """Changed declarations by the kind of mistake."""
    parameters = [part.strip() for part in re.split(r",(?![^<]*>)", match[2])]
    declared = lambda name, parts: f"void {name}Kernel(" + ",\n    ".join(parts) + ");"
    name, inner = match[1], parameters[1:-1]
    changed = {"misspelt function": declared(swap_letters(name), parameters)}
    if len(inner) > 1:
        changed["dropped parameter"] = declared(name, [parameters[0], *inner[:-1], parameters[-1]])
    types = [re.sub(r"\s*\w+$", "", part) for part in inner]
    retyped = [at for at, ty in enumerate(types) if ty in OTHER_CPP]
    if retyped:
        at = retyped[-1]
        new = inner[at].replace(types[at], OTHER_CPP[types[at]])
        changed["retyped parameter"] = declared(name, [parameters[0], *inner[:at], new, *inner[at + 1 :], parameters[-1]])
    swapped = [at for at in range(len(inner) - 1) if types[at] != types[at + 1]]
    if swapped:
        at = swapped[-1]
        new = [*inner[:at], inner[at + 1], inner[at], *inner[at + 2 :]]
        changed["swapped parameters"] = declared(name, [parameters[0], *new, parameters[-1]])
    return changed


def in_cpp(opgen, yaml, include, wanted, per_run=40):
    """Mistakes in headers: a row (kind, file, whether it was found in both files) for each."""
    headers = sorted((include / "paddle/phi/kernels").glob("*.h"))
    texts = {path: path.read_text() for path in headers}
    every = "\n".join(path.read_text() for path in (include / "paddle/phi").rglob("*.h"))
    declared = Counter(re.findall(r"\b(\w+)Kernel\(", every))
    operators = {}
    for path in sorted(yaml.rglob("*.yaml")):
        lines = path.read_text().splitlines()
        for start, end in entries(lines) if re.fullmatch(r"(ops|backward)\.yaml", path.name) and "pir" not in path.parts else []:
            kernel = find(lines, start, end, "func", "kernel")
            name = re.match(r"\s+func\s*:\s*(\w+)\s*$", lines[kernel]) if kernel is not None else None
            if name and find(lines, start, end, "invoke") is None:
                operators.setdefault(name[1].replace("_", "").lower(), []).append((str(path.relative_to(yaml)), start + 1, end))
    todo = []
    for path, text in texts.items():
        for match in DECLARED.finditer(text):
            # Overloads, and declarations elsewhere, are other functions with the same name.
            if match[1].lower() in operators and declared[match[1]] == 1:
                for kind, new in cpp_mistakes(text, match).items():
                    todo.append((order(f"{match[1]} {kind}"), kind, path, match[1], match[0], new))
    known = {place for one in check(opgen, yaml, include) for place in one}
    used, kinds, picked = set(), {}, []
    for _, kind, path, name, old, new in sorted(todo, key=lambda row: row[0]):
        is_known = any((file, line) in known for file, start, end in operators[name.lower()] for line in range(start, end))
        if name not in used and not is_known and kinds.get(kind, 0) < wanted // 4 + 1 and len(picked) < wanted:
            used.add(name)
            kinds[kind] = kinds.get(kind, 0) + 1
            picked.append((kind, path, name, old, new))
    rows = []
    for first in range(0, len(picked), per_run):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            for part in ["kernels", "infermeta"]:
                shutil.copytree(include / "paddle/phi" / part, copy / "paddle/phi" / part)
            for kind, path, name, old, new in (group := picked[first : first + per_run]):
                target = copy / path.relative_to(include)
                target.write_text(target.read_text().replace(old, new))
            found = check(opgen, yaml, copy)
            for kind, path, name, old, new in group:
                target = copy / path.relative_to(include)
                before = target.read_text().split(new)[0].count("\n") + 1
                lines = range(before, before + new.count("\n") + 1)
                in_header = lambda one: any((str(target), line) in one for line in lines)
                in_entry = lambda one: any(
                    (file, line) in one for file, start, end in operators[name.lower()] for line in range(start, end + 1)
                )
                # A function that is named otherwise is not known to belong to the operator, so there is only the entry.
                is_found = any(in_entry(one) and (kind == "misspelt function" or in_header(one)) for one in found)
                rows.append((f"C++: {kind}", f"{path.name}: {name}", is_found))
    return rows


def main():
    opgen, yaml, include = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    rows = in_yaml(opgen, yaml, include, MISTAKES // 2) + in_cpp(opgen, yaml, include, MISTAKES // 2)
    for kind in sorted({row[0] for row in rows}):
        of_kind = [row for row in rows if row[0] == kind]
        print(f"{kind}: {sum(row[-1] for row in of_kind)} of {len(of_kind)}")
    for row in rows:
        if not row[-1]:
            print("  missed:", row[0], row[1])
    share = sum(row[-1] for row in rows) / len(rows)
    print(f"{len(rows)} mistakes, {share:.1%} found")
    sys.exit(share < LEAST or len(rows) < MISTAKES)


main()
