"""What converted code needs beside the framework."""

import importlib.util
import pathlib
import sys

# The helpers of this project are in one file, so that a class is the same wherever it is imported.
HOME = pathlib.Path(__file__).resolve().parent.joinpath("src/net_pytorch/paddle_utils.py").resolve()
NAME = "net_pytorch.paddle_utils"


def helpers():
    """The module with the helpers. It is loaded once, under its own name."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__dict__", {}).get("__file__")
        if file and file.endswith(HOME.name) and pathlib.Path(file).resolve() == HOME:
            return module
    spec = importlib.util.spec_from_file_location(NAME, HOME)
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)
    return module


sys.modules[__name__] = helpers()
