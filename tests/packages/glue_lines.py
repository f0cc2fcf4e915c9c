"""Counts the lines of glue of operators that are registered by hand, and of the YAML that says the same.

    glue_lines.py OPGEN FOLDER... [--most 20] [--columns 4]

Before: the registrations of an operator and its gradients, and the functions for shapes and data types that they name. After: the
entries that `opgen import` writes, in which a rule such as `shape : like x` takes the line that names a function. Blank lines and
comments do not count. Operators with more tensors come first: their glue is the longest.
"""

import argparse
import os
import re
import subprocess

from read_back import COMMENT, MACRO, closing, registrations

FUNCTION = re.compile(r"PD_INFER_(?:SHAPE|DTYPE)\(\s*([\w:]+)")


def lines(text):
    return sum(1 for line in text.splitlines() if line.strip())


def definition(text, name):
    """The text of a function's definition; empty if it is not here."""
    for found in re.finditer(rf"(?m)^[^\n;(]*(?:\n[^\n;({{]*)?\b{re.escape(name.split('::')[-1])}\s*\(", text):
        after = closing(text, found.end() - 1)
        body = re.compile(r"\s*\{").match(text, after)
        if body:
            depth, at = 1, body.end()
            while depth and at < len(text):
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
            return text[found.start():at]
    return ""


def entries(yaml):
    """The number of lines of each operator's entries, with those of its gradients."""
    counts = {}
    for entry in re.split(r"(?m)^(?=- )", yaml):
        found = re.match(r"- (?:op|backward_op) : (\w+)", entry)
        if found:
            name = re.sub(r"_(double_)?grad$", "", found[1]) if "backward_op" in found[0] else found[1]
            counts[name] = counts.get(name, 0) + lines(re.sub(r"(?m)^#.*$", "", entry))
    return counts


def operators(opgen, path):
    text = COMMENT.sub(lambda found: found[1] or " ", open(path, errors="replace").read())
    made = subprocess.run([opgen, "import", path], capture_output=True, text=True)
    after = entries(made.stdout)
    before, seen = {}, set()
    for macro, registration in registrations(text):
        name = MACRO.search(macro)[1]
        before[name] = before.get(name, 0) + lines(registration)
        for function in FUNCTION.findall(registration):
            if function not in seen:
                seen.add(function)
                before[name] += lines(definition(text, function))
    return [(name, before[name], after[name]) for name in before if name in after]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("opgen")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--columns", type=int, default=4)
    options = parser.parse_args()
    all = {}
    for folder in options.folders:
        for parent, _, names in os.walk(folder):
            for name in names:
                if name.endswith((".cc", ".cpp", ".cu")):
                    for op, before, after in operators(options.opgen, os.path.join(parent, name)):
                        all.setdefault(op, (before, after))
    chosen = sorted(sorted(all.items()), key=lambda item: -item[1][0])[: options.most]
    print("| operator | before | after " * options.columns + "|")
    print("| --- " * (3 * options.columns) + "|")
    for start in range(0, len(chosen), options.columns):
        print("".join(f"| `{name}` | {before} | {after} " for name, (before, after) in chosen[start : start + options.columns]) + "|")
    before, after = (sum(count[side] for _, count in chosen) for side in (0, 1))
    total = [sum(count[side] for count in all.values()) for side in (0, 1)]
    print(f"\n{len(chosen)} operators: {before} lines before, {after} after; all {len(all)}: {total[0]} and {total[1]}")


if __name__ == "__main__":
    main()
