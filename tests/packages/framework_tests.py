"""Runs Paddle's own tests of custom operators twice: as they are, and with registrations that opgen generates.

    framework_tests.py OPGEN FOLDER [TEST ...] [--out DIR]

FOLDER is `test/custom_op` of Paddle's sources. In the second run, `opgen import` and `opgen generate` replace the registrations
in every source; the tests and the kernels are the same. Run it with the Python of the release to be tested. Tests that need a
device other than a CPU are left out, unless they are named. Exits with 1 if a test has another result in the second run.
"""

import argparse
import os
import re
import shutil
import site
import subprocess
import sys
import venv

# Tests that need a GPU, an XPU, TensorRT or several processes.
NOT_ON_A_CPU = {
    "test_custom_op_relu_model_static_multidevice",
    "test_custom_relu_op_xpu_setup",
    "test_inference_gap_setup",
    "test_inference_inplace_pir",
}
# What the framework's build sets for a test.
VARIABLES = {"test_custom_concat": {"FLAGS_new_executor_static_build": "true"}}
REGISTRATION = re.compile(r"\bPD_BUILD_(GRAD_|DOUBLE_GRAD_)?OP\(")


def without_cuda(folder):
    """Lets the tests compile what they compile on a Mac: no CUDA sources, whose functions are never called on a CPU."""
    with open(os.path.join(folder, "utils.py"), "a") as file:
        file.write("\nIS_MAC = True\n")
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if name.endswith(".cc"):
            functions = sorted(set(re.findall(r"^[\w:<>]+ (\w+_cuda_\w+)\(", open(path).read(), re.MULTILINE)))
            with open(path, "a") as file:
                file.writelines(f"extern decltype({name}) {name} __attribute__((weak));\n" for name in functions)


def replace_registrations(opgen, folder):
    """Replaces each source by one that opgen generates, and that includes the kernels."""
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not name.endswith(".cc") or not REGISTRATION.search(open(path).read()):
            continue
        package = os.path.join(folder, "packages", name.removesuffix(".cc"))
        subprocess.run([opgen, "import", path, "--out", package, "--name", "imported"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([opgen, "generate", "--quiet", "--root", package], check=True)
        kernels = open(os.path.join(package, "csrc", name)).read()
        if REGISTRATION.search(kernels):
            sys.exit(f"{name} still has a registration after the import")
        generated = os.path.join(package, "src/imported/generated/cpp/registrations", f"csrc_{name}")
        text = open(generated).read().replace(f'"csrc/{name}"', f'"packages/{name.removesuffix(".cc")}/csrc/{name}"')
        with open(path, "w") as file:
            file.write(text)


def python_of_its_own(folder):
    """A Python with the packages of this one, into which tests may install theirs."""
    venv.create(folder, with_pip=False)
    library = os.path.join(folder, "lib", f"python{sys.version_info[0]}.{sys.version_info[1]}", "site-packages")
    with open(os.path.join(library, "packages.pth"), "w") as file:
        file.write("\n".join(site.getsitepackages()) + "\n")
    return os.path.join(folder, "bin", "python")


def run(python, folder, test, cache):
    """The names of the test's methods with their results, and the output."""
    environment = {**os.environ, **VARIABLES.get(test, {}), "PADDLE_EXTENSION_DIR": cache, "HOME": cache}
    environment["CPLUS_INCLUDE_PATH"] = folder
    environment["PATH"] = os.path.dirname(python) + os.pathsep + os.environ["PATH"]
    os.makedirs(cache, exist_ok=True)
    command = [python, "-m", "unittest", "-v", test]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, errors="replace")
    found = re.findall(r"^(\w+) \([^)]*\).*?\.\.\. (?:.*?)(ok|FAIL|ERROR|skipped.*)$", done.stderr, re.MULTILINE | re.DOTALL)
    results = {name: result for name, result in found}
    if not results or done.returncode < 0:
        results["the whole"] = "ok" if done.returncode == 0 else f"exit status {done.returncode}"
    return results, done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("opgen")
    parser.add_argument("folder")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--out", default="framework_tests", help="where the tests run; removed first")
    options = parser.parse_args()
    import paddle

    opgen, out = os.path.abspath(options.opgen), os.path.abspath(options.out)
    every = sorted(name[:-3] for name in os.listdir(options.folder) if re.fullmatch(r"test_\w+\.py", name))
    tests = options.tests or [name for name in every if name not in NOT_ON_A_CPU]
    shutil.rmtree(out, ignore_errors=True)
    runs = {}
    for kind in ("stock", "opgen"):
        folder = os.path.join(out, kind, "custom_op")
        shutil.copytree(options.folder, folder)
        if not paddle.is_compiled_with_cuda():
            without_cuda(folder)
        if kind == "opgen":
            replace_registrations(opgen, folder)
        runs[kind] = (python_of_its_own(os.path.join(out, kind, "python")), folder)
    different = 0
    for test in tests:
        results = {}
        for kind, (python, folder) in runs.items():
            results[kind], output = run(python, folder, test, os.path.join(out, kind, "cache"))
            with open(os.path.join(out, f"{test}.{kind}.log"), "w") as file:
                file.write(output)
        stock, ours = results["stock"], results["opgen"]
        passed = [sum(result == "ok" for result in of.values()) for of in (stock, ours)]
        same = stock == ours
        different += not same
        print(f"{test}: {passed[0]} of {len(stock)} pass, {passed[1]} with opgen{'' if same else '  DIFFERENT'}", flush=True)
        for name in sorted(stock.keys() | ours.keys()):
            if stock.get(name) != ours.get(name):
                print(f"  {name}: {stock.get(name)}, with opgen: {ours.get(name)}")
            elif stock[name] != "ok":
                print(f"  {name}: {stock[name]} in both")
    print(f"paddle {paddle.__version__}: {len(tests) - different} of {len(tests)} tests have the same results")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
