"""Compares what functions of the framework call with what generated ones reach: compare.py CALLS JUDGED STOCK OURS PATTERN.

CALLS is `wheel/calls.py` of the oracle, which reads machine code. A row is the name of a function or variable that functions of STOCK
use and the functions of the same names in OURS never reach. JUDGED has the rows that are known: a regular expression a line, below
comments with the reason. Prints other rows, and lines of JUDGED that match none.
"""
import collections
import functools
import importlib.util
import re
import subprocess
import sys
import tempfile


def module(path):
    spec = importlib.util.spec_from_file_location("calls", path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def plain(text):
    """A demangled name without parameters, arguments of templates and the type of the result."""
    text = re.sub(r"operator(<<|>>|<=|>=|->|<|>|\(\)|==)", "operator", text).replace("(anonymous namespace)", "")
    text = re.sub(r"::operator [^(]*", "::operator", text)
    name, depth = "", 0
    for character in text:
        if character in "<([":
            depth += 1
        elif character in ">)]":
            depth -= 1
        elif depth == 0:
            name += character
    name = re.sub(r"\[abi:\w+\]| const$| &+$", "", name).strip()
    kind = re.match(r"(vtable for|VTT for|guard variable for|typeinfo for) ", name)
    return name if kind else name.split(" ")[-1]


def missing(calls, stock, ours, pattern):
    """The number of functions in both, and the functions of STOCK by what they use and those of OURS never reach."""
    both = [name for name in stock.functions if name in ours.functions and re.search(pattern, name)]
    found = collections.defaultdict(set)
    for function in both:
        used = stock.calls(function)
        reached, todo = set(), [function]
        while todo:
            for called in ours.calls(todo.pop()) - reached:
                reached.add(called)
                if called in used and re.search(pattern, called):
                    # It is compared by itself.
                    continue
                if called in ours.functions:
                    todo.append(called)
                elif called in stock.functions and called not in used:
                    # STOCK has this function inline.
                    reached |= stock.calls(called)
        for called in used - reached:
            found[called].add(function)
    return len(both), found


class Instructions:
    """What the instructions of functions refer to: bytes may only look like a call."""

    def __init__(self, library):
        self.library = library
        self.names = {**library.at, **library.slots, **library.stubs}

    @functools.cache
    def used_by(self, function):
        address, size = self.library.functions[function]
        start, offset, _ = self.library.sections[".text"]
        with tempfile.NamedTemporaryFile() as code:
            code.write(self.library.data[offset + address - start : offset + address - start + size].tobytes())
            code.flush()
            command = ["objdump", "-D", "-b", "binary", "-m", "i386:x86-64", f"--adjust-vma={address:#x}", code.name]
            listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        targets = re.findall(r"(?:call|jmp|#) +0x([0-9a-f]+)", listing)
        return {self.names.get(int(target, 16)) for target in targets}


def rows(calls, stock, found):
    """The functions of STOCK by the plain names of what they use."""
    text = calls.demangled(found)
    by_name = collections.defaultdict(dict)
    for called, functions in found.items():
        if not text[called].startswith(calls.NOISE) and "vlocal" not in text[called]:
            by_name[plain(text[called])][called] = functions
    return by_name


def main():
    script, judged, stock, ours, pattern = sys.argv[1:]
    calls = module(script)
    stock = calls.Library(stock)
    count, found = missing(calls, stock, calls.Library(ours), pattern)
    found = rows(calls, stock, found)
    with open(judged) as lines:
        judged = [line for line in lines.read().splitlines() if line and not line.startswith("#")]
    instructions = Instructions(stock)
    for name, users in sorted(found.items()):
        if any(re.fullmatch(line, name) for line in judged):
            continue
        pairs = [(function, called) for called, functions in users.items() for function in functions]
        real = sorted({function for function, called in pairs if called in instructions.used_by(function)}, key=len)
        if real:
            print(f"{len(real)} functions, such as {real[0]}, use {name}")
    for line in judged:
        if not any(re.fullmatch(line, name) for name in found):
            print(f"no row matches {line}")
    if count < 500:
        print(f"only {count} functions are compared")


if __name__ == "__main__":
    main()
