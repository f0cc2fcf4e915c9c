"""Checks that an installed Paddle has the names, and takes the keyword arguments, that rules and helpers use.

`opgen convert --list-targets | check_targets.py` prints what is missing; the exit code is 1 if anything is. With `--names`,
keyword arguments are not looked at.
"""

import importlib
import inspect
import json
import sys
import warnings


def member(owner, name):
    """An attribute or submodule. A module may answer for any name, so only its own names count."""
    if inspect.ismodule(owner):
        if name in vars(owner):
            return vars(owner)[name]
        return importlib.import_module(f"{owner.__name__}.{name}")
    if inspect.isclass(owner) and not hasattr(owner, name) and is_set_by(owner, name):
        return None
    return getattr(owner, name)


def is_set_by(owner, name):
    """Whether instances of a class have an attribute."""
    for base in owner.__mro__[:-1]:
        try:
            if f"self.{name} =" in inspect.getsource(base):
                return True
        except (OSError, TypeError):
            pass
    return False


def resolve(path):
    first, *parts = path.split(".")
    value = importlib.import_module(first)
    for part in parts:
        value = member(value, part)
        if value is None:
            # Something that is only there when it runs.
            break
    return value


def unknown_keywords(value, keywords):
    """Keywords that a function does not take, as far as its signature tells."""
    aliases = set()
    while True:
        aliases |= names_in_closure(value)
        inner = getattr(value, "__wrapped__", None)
        if inner is None:
            break
        value = inner
    try:
        parameters = inspect.signature(value).parameters
    except (TypeError, ValueError):
        return []
    if any(it.kind is it.VAR_KEYWORD for it in parameters.values()):
        return []
    return [keyword for keyword in keywords if keyword not in parameters and keyword not in aliases]


def names_in_closure(value):
    """Names of arguments that a decorator translates: it holds them in a dictionary."""
    if inspect.isclass(value):
        value = value.__init__
    cells = [cell.cell_contents for cell in getattr(value, "__closure__", None) or () if cell_is_filled(cell)]
    names = set()
    for cell in cells:
        for table in [cell, *vars(cell).values()] if hasattr(cell, "__dict__") else [cell]:
            if isinstance(table, dict):
                names |= {key for key in table if isinstance(key, str)}
                names |= {name for many in table.values() if isinstance(many, (list, tuple, set)) for name in many}
                names |= {name for name in table.values() if isinstance(name, str)}
    return names


def cell_is_filled(cell):
    try:
        cell.cell_contents
    except ValueError:
        return False
    return True


def main():
    warnings.simplefilter("ignore")
    wrong = 0
    for path, keywords in json.load(sys.stdin).items():
        if not path.startswith("paddle."):
            continue
        try:
            value = resolve(path)
        except (AttributeError, ImportError) as error:
            print(f"{path}: {error}")
            wrong += 1
            continue
        for keyword in unknown_keywords(value, keywords) if "--names" not in sys.argv else ():
            print(f"{path}: it takes no argument `{keyword}`: {signature(value)}")
            wrong += 1
    print(f"{wrong} names or arguments are missing")
    sys.exit(wrong > 0)


def signature(value):
    try:
        return str(inspect.signature(value))[:160]
    except (TypeError, ValueError):
        return "?"


main()
