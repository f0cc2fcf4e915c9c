"""Runs a type checker with generated stubs: it accepts the calls of one file, and rejects each of another.

    check.py STUBS TORCH CHECKER...

STUBS is what `opgen generate --target stubs` wrote, TORCH the folder of an installed `torch`, CHECKER the command of mypy or pyright.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FIRST = "def calls"


def overlay(stubs, torch, folder):
    """The installed package as links, with the generated stubs in place of its own."""
    own = {path.relative_to(stubs / "torch") for path in (stubs / "torch").rglob("*.pyi")}
    parents = {parent for path in own for parent in path.parents}

    def link(relative):
        (folder / relative).mkdir(parents=True)
        for path in (torch / relative).iterdir():
            inner = relative / path.name
            if inner in parents:
                link(inner)
            elif inner in own:
                (folder / inner).write_bytes((stubs / "torch" / inner).read_bytes())
            elif path.suffix != ".so":
                (folder / inner).symlink_to(path)

    link(pathlib.Path())
    missing = [str(path) for path in own if not (folder / path).exists()]
    assert not missing, f"the package has no {missing}"


def lines_with_errors(checker, work, name):
    """The lines of a file that have errors. Notes are none."""
    said = subprocess.run([*checker, name], cwd=work, capture_output=True, text=True)
    return {int(line) for line in re.findall(rf"{name}:(\d+)(?::\d+)?(?: -)?:? error", said.stdout)}, said


def main():
    stubs, torch, *checker = sys.argv[1:]
    wrong = []
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        overlay(pathlib.Path(stubs).resolve(), pathlib.Path(torch).resolve(), work / "torch")
        for name in ["accepted.py", "rejected.py"]:
            text = (HERE / name).read_text()
            (work / name).write_text(text)
            lines = text.splitlines()
            first = next(at for at, line in enumerate(lines, 1) if line.startswith(FIRST))
            calls = range(first + 1, len(lines) + 1)
            found, said = lines_with_errors(checker, work, name)
            expected = set(calls) if name == "rejected.py" else set()
            different = sorted(found ^ expected)
            wrong += [f"{name}:{line}: {lines[line - 1].strip()}" for line in different]
            if not found and name == "rejected.py" or said.returncode > 1:
                wrong.append(said.stdout + said.stderr)
            print(f"{name}: {len(calls)} calls, {len(found)} rejected")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
