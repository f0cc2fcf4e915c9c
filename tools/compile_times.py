#!/usr/bin/env python3
"""Compiles generated sources and those of the framework's own generators in turn, and prints what both cost.

    compile_times.py OURS THEIRS [--match TEXT]... [--rounds N] [--output FILE.json] -- COMPILER FLAG...

OURS and THEIRS are folders with the same paths below them, such as the outputs of `opgen generate` and a source tree in which
the framework's generators have run. COMPILER and its flags compile one source, without `-c`, `-o` and the folder of generated
headers, which comes first. A source without a counterpart, such as a runtime, is compiled alone.

Columns: user seconds (the least of N rounds, in which both are compiled alternately), the source's and the object's bytes, and the
compiler's peak memory. Ratios are of user seconds. If FILE.json exists, sources in it are not compiled again, so a run that was
interrupted continues; remove it to measure anew.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def compiled(command, folder, source):
    """The cost of one compilation, or None if it failed."""
    with tempfile.NamedTemporaryFile(suffix=".o") as compiled_object:
        process = subprocess.Popen([*command, f"-I{folder}", "-c", str(folder / source), "-o", compiled_object.name],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        # The object has its size when the compiler has ended.
        size = os.path.getsize(compiled_object.name)
    if status != 0:
        print(f"{folder / source} does not compile:\n" + "\n".join(said.splitlines()[:5]), file=sys.stderr)
        return None
    source_size = (folder / source).stat().st_size
    return {"seconds": usage.ru_utime, "bytes": source_size, "object": size, "memory": usage.ru_maxrss * 1024}


def least(rounds):
    """The fastest of several compilations, or None if they failed."""
    return min((cost for cost in rounds if cost), key=lambda cost: cost["seconds"], default=None)


def measured(command, options, source):
    folders = {"ours": options.ours, "theirs": options.theirs}
    folders = {whose: folder for whose, folder in folders.items() if (folder / source).exists()}
    rounds = [{whose: compiled(command, folder, source) for whose, folder in folders.items()} for _ in range(options.rounds)]
    return {whose: least(costs.get(whose) for costs in rounds) for whose in ("ours", "theirs")}


def row(name, ours, theirs):
    def cell(key, unit, digits):
        pair = [f"{cost[key] / unit:.{digits}f}" if cost else "" for cost in (theirs, ours)]
        return " | ".join(pair)

    ratio = f"{ours['seconds'] / theirs['seconds']:.2f}" if ours and theirs else ""
    cells = [cell("seconds", 1, 1), ratio, cell("bytes", 1e3, 0), cell("object", 1e6, 1), cell("memory", 1e6, 0)]
    return f"| `{name}` | {' | '.join(cells)} |"


def summed(costs):
    costs = [cost for cost in costs if cost]
    if not costs:
        return None
    total = {key: sum(cost[key] for cost in costs) for key in ("seconds", "bytes", "object")}
    return {**total, "memory": max(cost["memory"] for cost in costs)}


def main():
    arguments, command = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours", type=pathlib.Path)
    parser.add_argument("theirs", type=pathlib.Path)
    parser.add_argument("--match", action="append", default=[])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args(arguments)
    if not command:
        parser.error("the compiler is missing: -- COMPILER FLAG...")
    paths = (path for path in options.ours.rglob("*") if path.suffix in (".cc", ".cpp"))
    sources = sorted(path.relative_to(options.ours) for path in paths)
    wanted = [path for path in sources if not options.match or any(text in str(path) for text in options.match)]
    print("| file | seconds, framework | generated | ratio | kB | kB | object MB | MB | memory MB | MB |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    earlier = json.loads(options.output.read_text()) if options.output and options.output.exists() else {}
    costs = {}
    for source in map(str, wanted):
        costs[source] = earlier.get(source) or measured(command, options, pathlib.Path(source))
        earlier[source] = costs[source]
        print(row(pathlib.Path(source).name, costs[source]["ours"], costs[source]["theirs"]), flush=True)
        if options.output:
            options.output.write_text(json.dumps(earlier, indent=1))
    print(row("sum, and most memory", *(summed(cost[whose] for cost in costs.values()) for whose in ("ours", "theirs"))))
    failed = [name for name, cost in costs.items() if cost["ours"] is None]
    sys.exit(f"{len(failed)} of ours did not compile" if failed else 0)


main()
