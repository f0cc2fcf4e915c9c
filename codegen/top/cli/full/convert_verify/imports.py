"""Imports modules of a converted project, each in a process of its own, and says which of them fail.

    imports.py FOLDER SECONDS       standard input: JSON, the files of the modules, relative to the folder

Prints a line of JSON for each module: `null`, or `{"error": text, "file": relative path, "line": number}`. The line is the last one
in one of the files that the error passed.
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


def failure(root, file, names):
    """What happens when a file is imported: `None` if nothing is wrong."""
    folder, name = module_of(file)
    sys.path[:0] = dict.fromkeys([str(folder), str(root)])
    # A script that reads its arguments when it is imported has none.
    sys.argv[:] = [str(root / file)]
    try:
        importlib.import_module(name)
        return None
    except BaseException as error:
        frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
        if isinstance(error, SyntaxError) and error.filename:
            frames.append((error.filename, error.lineno or 1))
        places = [(relative_to(root, path), line) for path, line in frames]
        place = ([(path, line) for path, line in places if path in names] or [(relative_to(root, file), 1)])[-1]
        text = traceback.format_exception_only(type(error), error)[-1].strip()
        return {"error": text, "file": place[0], "line": place[1]}


def relative_to(root, file):
    """The path of a file in the project, or `None` if it is elsewhere."""
    file = pathlib.Path(file).resolve()
    return file.relative_to(root).as_posix() if root in file.parents else None


def in_own_process(root, file, names, seconds):
    """`failure` in another process, which may crash or never end."""
    command = [sys.executable, "-B", "-W", "ignore", __file__, "--one", str(root), str(file)]
    where = {"file": relative_to(root, file), "line": 1}
    try:
        ran = subprocess.run(command, input=json.dumps(names).encode(), capture_output=True, timeout=seconds)
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
        found = failure(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), json.load(sys.stdin))
        print("\n" + MARK + json.dumps(found), flush=True)
        os._exit(0)
    root, seconds, names = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]), json.load(sys.stdin)
    # Without Paddle, no module can be imported.
    if subprocess.run([sys.executable, "-W", "ignore", "-c", "import paddle"], stdin=subprocess.DEVNULL).returncode:
        sys.exit("it cannot import `paddle`")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda name: in_own_process(root, root / name, names, seconds), names):
            print(json.dumps(found), flush=True)


main()
