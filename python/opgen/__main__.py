"""``python -m opgen``: runs the program in place of Python."""

import os
import subprocess
import sys

from opgen import program


def main() -> int:
    try:
        command = [program(), *sys.argv[1:]]
    except FileNotFoundError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if sys.platform == "win32":
        # On Windows, `execv` starts a child and ends this process without waiting for it.
        return subprocess.run(command).returncode
    return os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
