"""opgen turns operator YAML into every binding that a deep-learning framework needs.

It is a program. This package only finds it: ``python -m opgen`` runs it, and :func:`program` returns its path.
"""

import os
import sys
import sysconfig

__all__ = ["program"]


def program() -> str:
    """The path of the program that was installed with this package.

    Raises FileNotFoundError if it is not where installers put programs.
    """
    name = "opgen" + (sysconfig.get_config_var("EXE") or "")
    folders = list(dict.fromkeys(_folders()))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"the program {name} is in none of: {', '.join(folders)}")


def _folders():
    """The folders in which installers put programs. Those that belong to this package come first."""
    packages = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # `pip install --target FOLDER`
    yield os.path.join(packages, "bin")
    # PREFIX/lib/python3.x/site-packages, and PREFIX/Lib/site-packages on Windows
    up, scripts = (2, "Scripts") if sys.platform == "win32" else (3, "bin")
    yield os.path.normpath(os.path.join(packages, *[os.pardir] * up, scripts))
    yield sysconfig.get_path("scripts")
    # `pip install --user`
    scheme = f"{os.name}_user"
    if scheme in sysconfig.get_scheme_names():
        yield sysconfig.get_path("scripts", scheme=scheme)
