#!/usr/bin/env python3
"""Measures what opgen costs, and fails where that is more than `budgets.toml` allows.

    .ci/budgets.py PROGRAM OUT [SECTION ...]

PROGRAM is the program that is installed. Everything is generated and compiled in the folder OUT, which stays. Without sections,
every section of the file is measured. Times are CPU seconds of whole processes, the least of several runs.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
ORACLE = REPOSITORY.parent / "shared" / "oracle"
# A value below this share of its budget is reported: the budget is too loose. Times vary.
LOOSE, LOOSE_TIME = 0.95, 0.6
# Crates whose compilation is the unit for that of all crates: others wrote them, they are not optimised, and some of them are
# compiled in each part of the build, because a machine may slow down on the way.
UNIT_CRATES = {
    "annotate_snippets", "cc", "clap_builder", "clap_derive", "hashbrown", "indexmap", "libc", "proc_macro2", "quote", "rayon", "rustix",
    "serde", "serde_core", "serde_derive", "serde_json", "similar", "syn", "unicode_ident", "yaml_serde",
}
# The unit for runs of the program: about a fifth of a second.
LOOP = "table = {}\nfor number in range(1_000_000): table[number % 4096] = str(number)"


def seconds(command, runs=1, **options):
    """The least user and system time of a process and those that it starts, and the user time alone."""
    least = None
    for _ in range(runs):
        process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, **options)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f"exit code {process.returncode}: {' '.join(map(str, command))}")
        took = (used.ru_utime + used.ru_stime, used.ru_utime)
        least = min(least or took, took)
    return least


def lines_of(command):
    output = subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.PIPE, text=True).stdout
    return output.splitlines()


def packages(program, out):
    """Distinct packages for each choice of features. Without `--no-dedupe`, Cargo lists packages twice: once marked with `(*)`."""
    tree = ["cargo", "tree", "--package=opgen", "--edges=normal,build", "--prefix=none", "--no-dedupe", "--locked", "--offline"]
    choices = {"library": ["--no-default-features"], "program": [], "full": ["--features=full"]}
    return {name: len(set(lines_of(tree + choice))) for name, choice in choices.items()}


def generate(program, folder, *options):
    subprocess.run([program, "generate", "--quiet", *options, "--out", folder], check=True)


def sizes(program, out, files, *options):
    folder = out / "-".join(["2.6.2", *options[1:]])
    generate(program, folder, "--root", ORACLE / "paddle-2.6.2" / "yaml", *options)
    return {file: (folder / file).stat().st_size for file in files}


def reference(program, out):
    """Bytes of the reference for each operator."""
    folder = out / "reference"
    root = ORACLE / "paddle-3.0-beta2" / "yaml"
    subprocess.run([program, "docs", "--quiet", "--root", root, "--out", folder], check=True)
    operators = sum(1 for _ in (folder / "op").rglob("*.html"))
    return {"operator": sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) // operators}


def first_command(program, out):
    """The first command of the README, in a target folder of its own."""
    text = (REPOSITORY / "README.md").read_text()
    command = next(line for line in text.splitlines() if line.startswith("cargo run")).split()
    log = out / "rustc-cpu"
    log.unlink(missing_ok=True)
    shutil.rmtree(out / "first", ignore_errors=True)
    ours = {"CARGO_TARGET_DIR": str(out / "first"), "RUSTC_WRAPPER": str(REPOSITORY / ".ci/rustc-cpu"), "RUSTC_CPU": str(log)}
    # As for a newcomer, and not as `.ci/run` builds.
    usual = {name: value for name, value in os.environ.items() if name not in ("CARGO_INCREMENTAL", "CARGO_PROFILE_DEV_DEBUG")}
    total, _ = seconds(command, cwd=REPOSITORY, env=usual | ours, stderr=subprocess.DEVNULL)
    crates = [(float(took), crate) for took, crate in map(str.split, log.read_text().splitlines())]
    unit = sum(took for took, crate in crates if crate in UNIT_CRATES)
    most = ", ".join(f"{crate} {took:.1f}" for took, crate in sorted(crates, reverse=True)[:12])
    print(f"{'':11}{total:.0f} s for {len(crates)} crates and scripts, {unit:.1f} s for the crates that are the unit; most: {most}")
    return {"command": total / unit}


def runs(program, out):
    """Everything for 3.0 into an empty folder, its check and its reference, and the conversion of a file."""
    unit, _ = seconds([sys.executable, "-c", LOOP], runs=5)
    root = ["--root", ORACLE / "paddle-3.0-beta2" / "yaml"]
    program = Path(program).resolve()
    # Each run has a folder of its own: some file systems take many times as long to create files just after others were removed.
    new = 'exec "$0" "$@" --quiet --out "$(mktemp -d "$OUT.XXXXXX")"'
    fresh = {"env": os.environ | {"OUT": str(out / "cold")}}
    times = {
        "generate 3.0": seconds(["sh", "-c", new, program, "generate", *root], runs=7, **fresh),
        "check 3.0": seconds([program, "check", *root], runs=7),
        "docs 3.0": seconds(["sh", "-c", new, program, "docs", *root], runs=5, **fresh),
        "convert a file": seconds([program, "convert", REPOSITORY / "tests/convert/cases/augmented_assignment/in.py", "--quiet"], runs=7),
    }
    return {name: took / unit for name, (took, _) in times.items()}


def headers(python, *more):
    """The options that let g++ find the headers of an installed framework."""
    script = "import importlib.util; print(importlib.util.find_spec('paddle').submodule_search_locations[0])"
    package = Path(lines_of([python, "-c", script])[0])
    folders = [package / "include", package / "include/third_party", *more]
    return [option for folder in folders for option in ("-isystem", folder)]


def compile_time(program, out):
    """Generated files with a framework's headers. The unit is a header of the same framework."""
    more = os.environ["OPGEN_PADDLE_INCLUDE"].split(os.pathsep)
    generated = {"2.6.2": out / "2.6.2", "3.0": out / "cold"}
    generate(program, generated["2.6.2"], "--root", ORACLE / "paddle-2.6.2" / "yaml")
    generate(program, generated["3.0"], "--root", ORACLE / "paddle-3.0-beta2" / "yaml")
    found = {
        "2.6.2": headers(os.environ["OPGEN_PADDLE_PYTHON"], *more),
        "3.0": headers(os.environ["OPGEN_PADDLE3_PYTHON"], *more) + ["-DPADDLE_WITH_DNNL"],
    }
    gcc = ["g++", "-std=c++17", "-O0", "-w", "-DNDEBUG", "-D_GLIBCXX_USE_CXX11_ABI=1", "-c", "-o", os.devnull]
    header = out / "header.cc"
    header.write_text('#include "paddle/phi/api/all.h"\n')
    unit = {version: seconds([*gcc, *options, header], runs=3)[1] for version, options in found.items()}
    files = [("2.6.2", "paddle/phi/api/lib", "api.cc"), ("2.6.2", "paddle/phi/api/lib", "opgen_runtime.cc")]
    files += [("3.0", "paddle/fluid/pir/dialect/operator/ir", "onednn_op.cc")]
    files += [("2.6.2", "paddle/fluid/operators", "generated_op1.cc")]

    def measured(version, folder, name):
        options = ["-I", generated[version], *found[version], generated[version] / folder / name]
        return seconds([*gcc, *options])[1] / unit[version]

    return {name: measured(version, folder, name) for version, folder, name in files}


def measures(budgets):
    """What measures each section of the file."""
    files, distributed = budgets["bytes"]["2.6.2"], budgets["bytes"]["2.6.2 distributed"]
    return {
        "packages": packages,
        "bytes.program": lambda program, out: {"opgen": Path(program).stat().st_size},
        "bytes.2.6.2": lambda program, out: sizes(program, out, files),
        "bytes.2.6.2 distributed": lambda program, out: sizes(program, out, distributed, "--feature", "distributed"),
        "bytes.reference": reference,
        "cpu.first": first_command,
        "cpu.run": runs,
        "cpu.compile": compile_time,
    }


def sections(budgets):
    """The sections of the file by their names, with dots."""
    for name, table in budgets.items():
        inner = {key: value for key, value in table.items() if isinstance(value, dict)}
        yield from ((f"{name}.{key}", value) for key, value in inner.items()) if inner else [(name, table)]


# What is measured again where it is over the budget: another process may have had the machine's caches. The least counts.
REPEATED, TIMES = {"cpu.first", "cpu.run", "cpu.compile"}, 3


def least(section, measure, table):
    found = measure()
    for _ in range(TIMES - 1 if section in REPEATED else 0):
        if all(found[name] <= most for name, most in table.items()):
            break
        again = measure()
        found = {name: min(value, again[name]) for name, value in found.items()}
    return found


def main(program, out, *wanted):
    budgets = tomllib.loads((REPOSITORY / ".ci/budgets.toml").read_text())
    out = Path(out).resolve()
    # Packages for other systems, too, which Cargo needs in order to list any of them without the network.
    subprocess.run(["cargo", "fetch", "--locked", "--quiet"], cwd=REPOSITORY, check=True)
    over, loose = [], []
    for section, table in sections(budgets):
        if wanted and section not in wanted:
            continue
        is_time = section.startswith("cpu.")
        print(f"{section}:", flush=True)
        measure = measures(budgets)[section]
        found = least(section, lambda: measure(program, out), table)
        for name, most in table.items():
            value = found[name]
            shown = f"{value:9.3f} of {most:9.3f}" if is_time else f"{value:9d} of {most:9d}"
            print(f"  {shown}  {name}", flush=True)
            if value > most:
                over.append(f"{section}: {name}")
            elif value < most * (LOOSE_TIME if is_time else LOOSE):
                loose.append(f"{section}: {name}")
    if loose:
        print("budgets to lower: " + "; ".join(loose))
    if over:
        sys.exit("over budget: " + "; ".join(over))


main(*sys.argv[1:])
