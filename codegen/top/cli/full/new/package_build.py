"""Builds the package: runs opgen, then compiles the operators for each framework that is installed.

pip uses this file as its build backend. It belongs to the package, so change it as you like.
"""

import glob
import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

NAME = "my_ops"
FOLDER = os.path.dirname(os.path.abspath(__file__))
# Not beside `tests/`: Python would import the sources there, which have no library, instead of the installed package.
SOURCES = os.path.join(FOLDER, "src")
GENERATED = os.path.join(SOURCES, NAME, "generated")
# What the generated code was made from.
INPUTS = os.path.join(GENERATED, "inputs.json")
# The folder with kernels. Its Python files launch Triton kernels.
KERNELS = os.path.join(FOLDER, "kernels")
# Paddle's registrations that include a source.
REGISTRATIONS = os.path.join(GENERATED, "cpp", "registrations")


def _see_installed_packages():
    """Finds the packages that pip hides from a build: frameworks are installed, not downloaded for each build."""
    hidden = ("PYTHONPATH", "PYTHONNOUSERSITE")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    print_path = "import sys; print('\\n'.join(sys.path[1:]))"
    listed = subprocess.run([sys.executable, "-c", print_path], env=environment, capture_output=True, text=True)
    sys.path.extend(path for path in listed.stdout.splitlines() if path not in sys.path)


_see_installed_packages()
if importlib.util.find_spec("setuptools"):
    from setuptools.build_meta import *  # noqa: F403


def get_requires_for_build_wheel(config_settings=None):
    """What pip downloads for the build: only what is not installed, because frameworks need the setuptools of their time."""
    if importlib.util.find_spec("setuptools") is None:
        return ["setuptools>=70.1"]
    has_wheels = importlib.util.find_spec("setuptools.command.bdist_wheel") or importlib.util.find_spec("wheel")
    return [] if has_wheels else ["wheel"]


get_requires_for_build_sdist = get_requires_for_build_editable = get_requires_for_build_wheel


def _fail(message):
    print(f"\n{NAME}: {message}\n", file=sys.stderr)
    sys.exit(1)


def _inputs():
    """The files from which opgen generates code, with their digests."""
    digests = {}
    for path in [os.path.join(FOLDER, "opgen.toml"), *sorted(glob.glob(os.path.join(FOLDER, "yaml", "*.yaml")))]:
        with open(path, "rb") as file:
            digests[os.path.relpath(path, FOLDER).replace(os.sep, "/")] = hashlib.sha256(file.read()).hexdigest()
    return digests


def _changed_since_generated():
    """The files that have changed since code was generated from them. None if there is no such code."""
    try:
        with open(INPUTS) as file:
            before = json.load(file)
    except (OSError, ValueError):
        return None
    now = _inputs()
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))


def _registrations():
    """The generated sources with registrations, one for each framework for which something is compiled."""
    return glob.glob(os.path.join(GENERATED, "cpp", "*_ops.cc"))


def generate():
    """Runs opgen. A source distribution has its outputs, and works without it."""
    program = os.environ.get("OPGEN") or shutil.which("opgen")
    command = [program] if program else None
    if command is None and importlib.util.find_spec("opgen"):
        command = [sys.executable, "-m", "opgen"]
    if command is None:
        changed = _changed_since_generated()
        if changed == []:
            return
        reason = f"{changed[0]} has changed since code was generated from it, and opgen is not installed" if changed else "opgen is not installed"
        _fail(f"{reason}: install it, or set OPGEN to the path of the program")
    # The check also compares the kernels with the YAML, which is easier to read than a compiler's errors.
    for step in ("check", "generate"):
        try:
            code = subprocess.run([*command, step, "--quiet", "--root", FOLDER]).returncode
        except OSError as error:
            _fail(f"opgen cannot be run; OPGEN must be the path of the program: {error}")
        if code != 0:
            _fail("opgen reports mistakes; see above")
    # Registrations that belong to no operator any longer would be compiled, too.
    listing = [*command, "generate", "--list-outputs", "--root", FOLDER]
    listed = subprocess.run(listing, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    for path in [*glob.glob(os.path.join(REGISTRATIONS, "*.cc")), *_registrations()]:
        if os.path.relpath(path, GENERATED).replace(os.sep, "/") not in listed:
            os.remove(path)
    with open(INPUTS, "w") as file:
        json.dump(_inputs(), file, indent=2)


def frameworks():
    """The frameworks that the package is for and that are installed."""
    wanted = [name for name in ("paddle", "torch", "jax") if os.path.exists(os.path.join(GENERATED, f"{name}_ops.py"))]
    installed = [name for name in wanted if importlib.util.find_spec(name)]
    if not installed:
        _fail(f"none of the frameworks that the package is for is installed: {', '.join(wanted)}")
    return installed


def _compiled_frameworks():
    """Those for which something is compiled: nothing is if all kernels are Triton's."""
    return [name for name in frameworks() if os.path.exists(os.path.join(GENERATED, "cpp", f"{name}_ops.cc"))]


def _kernels(framework, has_gpu):
    """The sources of kernels. Those in the folder with the framework's name are only for it."""
    endings = ("*.cc", "*.cpp", "*.cu") if has_gpu else ("*.cc", "*.cpp")
    folders = [KERNELS, os.path.join(KERNELS, framework)]
    return [path for folder in folders for ending in endings for path in sorted(glob.glob(os.path.join(folder, ending)))]


def _compile_for_jax(folder):
    """Compiles the handlers. XLA's interface consists of headers, so there is nothing to link."""
    headers = os.path.join(importlib.util.find_spec("jaxlib").submodule_search_locations[0], "include")
    has_gpu = shutil.which("nvcc") is not None and any(importlib.util.find_spec(f"jax_cuda{version}_plugin") for version in (12, 13))
    kernels = _kernels("jax", has_gpu)
    cpp = os.path.join(GENERATED, "cpp")
    with_nvcc = any(path.endswith(".cu") for path in kernels)
    compiler = ["nvcc"] if with_nvcc else shlex.split(os.environ.get("CXX", "")) or [next(filter(shutil.which, ("c++", "g++")))]
    flags = ["-std=c++17", *(["-Xcompiler", "-fPIC", "-DPACKAGE_WITH_GPU"] if with_nvcc else ["-fPIC", "-fvisibility-inlines-hidden"])]
    # As setuptools does for the other frameworks.
    flags += [flag for name in ("CFLAGS", "CXXFLAGS") for flag in shlex.split(os.environ.get(name, ""))]
    flags += ["-I", cpp, "-I", FOLDER, "-isystem", headers]
    # The handlers only call the kernels, and take longer to compile than to run.
    objects, waiting = [], [(os.path.join(cpp, "jax_ops.cc"), "-O1"), *((path, "-O2") for path in kernels)]
    running = []
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            source, level = waiting.pop(0)
            objects.append(f"{len(objects)}.o")
            running.append(subprocess.Popen([*compiler, level, *flags, "-c", source, "-o", objects[-1]]))
        if running.pop(0).wait() != 0:
            for process in running:
                process.wait()
            sys.exit(1)
    library = os.path.join(folder, "_jax.so")
    # Libraries of other frameworks have functions of the same names.
    own = ["-Xlinker", "-Bsymbolic"] if sys.platform == "linux" else []
    linked = subprocess.run([*compiler, "-shared", *own, *shlex.split(os.environ.get("LDFLAGS", "")), *objects, "-o", library])
    sys.exit(linked.returncode)


def _compile(framework, folder):
    """Compiles the operators for one framework, with the framework's own tools, into `folder`."""
    if framework == "jax":
        _compile_for_jax(folder)
    import setuptools

    if framework == "paddle":
        import paddle
        from paddle.utils import cpp_extension

        has_gpu = paddle.is_compiled_with_cuda() and shutil.which("nvcc") is not None
    else:
        import torch
        from torch.utils import cpp_extension

        has_gpu = torch.version.cuda is not None and cpp_extension.CUDA_HOME is not None
    kernels = _kernels(framework, has_gpu)
    cpp = os.path.join(GENERATED, "cpp")
    included = sorted(glob.glob(os.path.join(REGISTRATIONS, "*.cc"))) if framework == "paddle" else []
    # Since 2.1, PyTorch's tools add the standard that its headers need, which is C++20 in 2.15.
    chooses_standard = framework == "torch" and tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 1)
    flags = ["-O2"] if chooses_standard else ["-std=c++17", "-O2"]
    has_kernels_for_gpu = any(path.endswith(".cu") for path in kernels)
    defined = ["-DPACKAGE_WITH_GPU"] if has_kernels_for_gpu else []
    make = cpp_extension.CUDAExtension if has_kernels_for_gpu else cpp_extension.CppExtension
    arguments = {"cxx": flags + defined, "nvcc": flags + defined} if has_kernels_for_gpu else flags + defined
    # Paddle 2.6 chooses a name itself.
    named = {"name": f"_{framework}"} if framework == "torch" else {}
    extension = make(
        **named,
        sources=[os.path.join(cpp, f"{framework}_ops.cc"), *included, *kernels],
        include_dirs=[cpp, FOLDER],
        extra_compile_args=arguments,
    )
    extension.name = f"_{framework}"
    options = {"no_python_abi_suffix": True}
    if framework == "torch":
        options["use_ninja"] = shutil.which("ninja") is not None
    build_ext = cpp_extension.BuildExtension.with_options(**options)
    # Newer releases of Paddle also write a module beside the library; this package has its own.
    build_ext._generate_python_api_file = lambda self: None
    temporary = os.path.join(FOLDER, "build", framework)
    setuptools.setup(
        name=f"{NAME}_{framework}",
        packages=[],
        py_modules=[],
        ext_modules=[extension],
        cmdclass={"build_ext": build_ext},
        script_args=["--quiet", "build_ext", "--build-lib", folder, "--build-temp", temporary],
    )


def _missing_kernels(library):
    """The kernels that are declared but not defined: the library refers to them, and nothing has them."""
    if shutil.which("nm") is None:
        return []
    listed = subprocess.run(["nm", "-D", "-C", "--undefined-only", library], capture_output=True, text=True)
    names = (line.split(" U ", 1)[-1].strip().split("(")[0] for line in listed.stdout.splitlines())
    found = (re.search(rf"(?:^|\s)({NAME}::.*)", name) for name in names)
    return [name[1] for name in found if name]


def add_kernels_in_python(folder, linked):
    """Adds kernels/*.py to the package, as links if these files may change without another build."""
    for path in sorted(glob.glob(os.path.join(KERNELS, "*.py"))):
        with open(path, "rb") as file:
            try:
                compile(file.read(), path, "exec")
            except SyntaxError as error:
                _fail(f"{path}:{error.lineno}: {error.msg}")
    modules = os.path.join(folder, "_kernels")
    shutil.rmtree(modules, ignore_errors=True)
    for path in glob.glob(os.path.join(KERNELS, "*.py")):
        os.makedirs(modules, exist_ok=True)
        (os.symlink if linked else shutil.copyfile)(path, os.path.join(modules, os.path.basename(path)))


def compile_all(folder):
    """Compiles for every installed framework. Each has a process of its own, because they change setuptools."""
    # Also those that another Python built here, which may have another framework.
    for library in glob.glob(os.path.join(folder, "_*.so")):
        os.remove(library)
    compiled = _compiled_frameworks()
    if not compiled:
        return
    if importlib.util.find_spec("setuptools") is None:
        _fail("setuptools is not installed: run `pip install setuptools`, or build with `pip install .`")
    if shutil.which(os.environ.get("CXX", "c++")) is None and shutil.which("g++") is None:
        _fail("there is no C++ compiler: install one, such as g++")
    # pip's own start-up file would hide the frameworks again.
    paths = [path for path in sys.path if path and not (os.path.isfile(os.path.join(path, "sitecustomize.py")) and "pip-build-env" in path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    for framework in compiled:
        print(f"{NAME}: compiling for {framework}")
        library = os.path.join(folder, f"_{framework}.so")
        temporary = os.path.join(FOLDER, "build", framework)
        os.makedirs(temporary, exist_ok=True)
        command = [sys.executable, os.path.abspath(__file__), framework, folder]
        done = subprocess.run(command, env=environment, cwd=temporary)
        if done.returncode != 0 or not os.path.exists(library):
            _fail(f"the kernels do not compile for {framework}; the compiler's errors are above")
        missing = _missing_kernels(library)
        if missing:
            os.remove(library)
            _fail("these kernels are in the YAML, but not in kernels/: " + ", ".join(sorted(set(missing)))
                  + f". Define them, and add {NAME.upper()}_KERNEL(cpu, name) after each")


def setup():
    import setuptools
    from setuptools.command.build_py import build_py

    generate()

    class BuildPy(build_py):
        def run(self):
            super().run()
            in_place = getattr(self, "editable_mode", False)
            folder = GENERATED if in_place else os.path.join(os.path.abspath(self.build_lib), NAME, "generated")
            add_kernels_in_python(folder, in_place)
            compile_all(folder)

    class Distribution(setuptools.Distribution):
        def has_ext_modules(self):
            return bool(_registrations())

    setuptools.setup(
        package_dir={"": os.path.relpath(SOURCES, FOLDER)},
        packages=[NAME, f"{NAME}.generated"],
        package_data={NAME: ["py.typed"], f"{NAME}.generated": ["*.pyi", "py.typed"]},
        cmdclass={"build_py": BuildPy},
        distclass=Distribution,
    )


if __name__ == "__main__":
    _compile(*sys.argv[1:])
