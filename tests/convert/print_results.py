"""Prints the results of the functions of a module that take no arguments as JSON: `print_results.py MODULE`."""

import importlib.util
import inspect
import json
import sys


def plain(value):
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    return value.detach().numpy().astype("float64").round(6).tolist()


def main(path):
    sys.path.insert(0, path.rpartition("/")[0])
    spec = importlib.util.spec_from_file_location("module_under_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    results = {}
    for name, function in list(vars(module).items()):
        if not inspect.isfunction(function) or function.__module__ != module.__name__:
            continue
        if not inspect.signature(function).parameters:
            try:
                results[name] = plain(function())
            except Exception as error:
                results[name] = "%s: %s" % (type(error).__name__, str(error).strip().splitlines()[0:1])
    print("RESULTS " + json.dumps(results))


main(sys.argv[1])
