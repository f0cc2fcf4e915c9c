"""Every finding in `tests/check` that comes with edits is gone when they are made, and the text is still YAML."""

import collections
import json
import shutil
import subprocess

from conftest import SERVER, TOP


def is_tree(case):
    """Whether a case is a folder with operators. Others are refused, or are normal forms."""
    return not (case / "normal.yaml").exists() and "exit code 2" not in (case / "expected.txt").read_text()


CASES = sorted(folder for folder in (TOP / "tests/check").iterdir() if folder.is_dir() and is_tree(folder))


def findings(root):
    ran = subprocess.run([SERVER, "check", "--root", root, "--format", "json"], capture_output=True, text=True)
    return json.loads(ran.stdout)


def place(finding):
    label = finding["labels"][0]
    return finding["code"], finding["message"], label["file"], label["line"], label["column"]


def offset(text, line, column):
    lines = text.split("\n")
    return sum(len(before) + 1 for before in lines[: line - 1]) + column - 1


def make(folder, edits):
    by_file = collections.defaultdict(list)
    for edit in edits:
        by_file[edit["file"]].append(edit)
    for name, edits in by_file.items():
        with open(folder / name, newline="") as file:
            text = file.read()
        for edit in sorted(edits, key=lambda edit: (edit["line"], edit["column"]), reverse=True):
            start = offset(text, edit["line"], edit["column"])
            end = offset(text, edit["end_line"], edit["end_column"])
            text = text[:start] + edit["text"] + text[end:]
        with open(folder / name, "w", newline="") as file:
            file.write(text)


def test_every_fix_fixes(tmp_path):
    tried, left = collections.Counter(), []
    for case in CASES:
        before = findings(case)
        syntax = sum(finding["code"] == "E0003" for finding in before)
        for finding in before:
            if "fix" not in finding:
                continue
            tried[finding["code"]] += 1
            copy = tmp_path / "copy"
            shutil.copytree(case, copy)
            make(copy, finding["fix"]["edits"])
            after = findings(copy)
            shutil.rmtree(copy)
            is_worse = sum(finding["code"] == "E0003" for finding in after) > syntax
            if is_worse or place(finding) in map(place, after):
                left.append((case.name, place(finding), finding["fix"]))
    assert not left, left
    assert len(tried) > 50, tried
