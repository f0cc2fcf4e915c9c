"""Imports modules of a converted project, each in a process of its own, and says which of them fail.

    imports.py FOLDER SECONDS       standard input: JSON, the files of the modules, relative to the folder

Prints a line of JSON for each module: `null`, or `{"error": text, "file": relative path, "line": number}`.
"""

import concurrent.futures
import importlib
import json
import os
import pathlib
import subprocess
import sys
import traceback


def module_of(file):
    """The folder from which a file is imported, and its name as a module."""
    names = [] if file.stem == "__init__" else [file.stem]
    folder = file.parent
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    return folder, ".".join(names)


def failure(root, file):
    """What happens when a file is imported: `None` if nothing is wrong."""
    folder, name = module_of(file)
    sys.path[:0] = dict.fromkeys([str(folder), str(root)])
    try:
        importlib.import_module(name)
        return None
    except BaseException as error:
        place = file, 1
        if isinstance(error, SyntaxError) and error.filename and is_below(root, error.filename):
            place = error.filename, error.lineno or 1
        else:
            for frame in traceback.extract_tb(error.__traceback__):
                if is_below(root, frame.filename):
                    place = frame.filename, frame.lineno
        text = traceback.format_exception_only(type(error), error)[-1].strip()
        relative = pathlib.Path(place[0]).resolve().relative_to(root).as_posix()
        return {"error": text, "file": relative, "line": place[1]}


def is_below(root, file):
    """Whether a file is in the project."""
    return root in pathlib.Path(file).resolve().parents


def in_own_process(root, file, seconds):
    """`failure` in another process, which may crash or never end."""
    command = [sys.executable, "-B", "-W", "ignore", __file__, "--one", str(root), str(file)]
    where = {"file": file.relative_to(root).as_posix(), "line": 1}
    try:
        ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return {"error": f"it does not end within {seconds} s", **where}
    lines = ran.stdout.decode("utf-8", "replace").splitlines()
    if lines and lines[-1].startswith(MARK):
        return json.loads(lines[-1][len(MARK) :])
    return {"error": f"the process ended with {ran.returncode}", **where}


MARK = "imported: "


def main():
    """Imports one module, or starts a process for each."""
    if sys.argv[1] == "--one":
        found = failure(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
        print("\n" + MARK + json.dumps(found), flush=True)
        os._exit(0)
    root = pathlib.Path(sys.argv[1]).resolve()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda name: in_own_process(root, root / name, int(sys.argv[2])), json.load(sys.stdin)):
            print(json.dumps(found), flush=True)


main()
