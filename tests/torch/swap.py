#!/usr/bin/env python3
"""Compiles generated sources of PyTorch, loads them into an installed PyTorch, and compares the results of operators.

usage: swap.py SOURCES LAYER [--work DIR] [--samples N] [--operators WORD ...]

SOURCES  the output folder of `opgen generate` for the same version as the installed PyTorch
LAYER    trace, register, functionalization or lazy
--work DIR      the folder for objects, which are kept: only sources that have changed are compiled again
--samples N     the number of samples of each operator
--operators     only operators whose names contain a word

Each operator is called with the samples of PyTorch's own tests (OpInfo) on the CPU, first with the kernels of the installed PyTorch, then
with the loaded ones. Results, errors and traces must be the same. Kernels that PyTorch's library hides cannot be called: their
registrations are removed and counted. Of the lazy backend, the texts of graphs are compared, too.
"""
import argparse
import concurrent.futures
import ctypes
import hashlib
import os
import pickle
import re
import signal
import subprocess
import time
import warnings

LAYERS = {
    "trace": ("torch/csrc/autograd/generated", [f"TraceType_{at}" for at in range(5)]),
    "register": (
        "build/aten/src/ATen",
        [f"RegisterCPU_{at}" for at in range(4)]
        + [
            f"Register{key}_0"
            for key in (
                "CompositeExplicitAutograd CompositeExplicitAutogradNonFunctional CompositeImplicitAutograd"
                " CompositeImplicitAutogradNestedTensor Meta MkldnnCPU NestedTensorCPU NestedTensorMeta QuantizedCPU"
                " QuantizedMeta SparseCPU SparseCsrCPU SparseCsrMeta SparseMeta ZeroTensor"
            ).split()
        ],
    ),
    "functionalization": (
        "build/aten/src/ATen",
        [f"RegisterFunctionalization_{at}" for at in range(4)]
        + ["ViewMetaClasses", "CompositeViewCopyKernels", "RegisterCompositeExplicitAutogradNonFunctional_0"],
    ),
    "lazy": ("torch/csrc/lazy/generated", ["LazyNativeFunctions", "RegisterLazy", "RegisterAutogradLazy"]),
}
LAZY_RUNTIME = """\
#include <ATen/native/CPUFallback.h>
#include <torch/csrc/lazy/core/config.h>
#include <torch/csrc/lazy/core/shape.h>
#include <torch/csrc/lazy/ts_backend/ts_eager_fallback.h>

// PyTorch's library hides these.
namespace torch::lazy {

bool force_eager_fallback(c10::Symbol op) {
  // The shape of its result depends on values.
  return getLTCForceFallback() == op.toQualString() || (op == at::aten::nonzero && !symbolicShapeEnabled());
}

void ltc_eager_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  at::native::cpu_fallback(op, stack);
}

} // namespace torch::lazy

namespace at {
void RegisterTorchScriptLazyNativeFunctions();
void RegisterTorchScriptAutogradLazyNativeFunctions();

// The backend registers its kernels when it is initialised, which it already is.
static const bool is_registered = [] {
  RegisterTorchScriptLazyNativeFunctions();
  RegisterTorchScriptAutogradLazyNativeFunctions();
  return true;
}();
} // namespace at
"""
RUNTIME = """\
#include <ATen/opgen_kernel_types.h>
#include <ATen/opgen_structured_impl.h>
#include <ATen/opgen_tracing_types.h>
#include <ATen/FunctionalInverses.h>
#include <ATen/opgen_functionalization_impl.h>

// PyTorch's library hides these.
namespace at::functionalization::impl {

Tensor create_functional_tensor_with_view_meta(
    const Tensor& view, const Tensor& base, const std::shared_ptr<ViewMeta>& meta, int64_t out_idx) {
  const auto of_output = out_idx == 0 ? meta : meta->to_out_index(out_idx);
  return at::detail::make_tensor<FunctionalTensorWrapper>(view, unsafeGetFunctionalWrapper(base), of_output);
}

std::vector<Tensor> create_functional_tensor_with_view_meta(
    ITensorListRef views, const Tensor& base, const std::shared_ptr<ViewMeta>& meta) {
  std::vector<Tensor> wrapped;
  for (const auto& view : views) {
    wrapped.push_back(create_functional_tensor_with_view_meta(view, base, meta, static_cast<int64_t>(wrapped.size())));
  }
  return wrapped;
}

void mutate_view_meta(const Tensor& self, const std::shared_ptr<ViewMeta>& meta) {
  unsafeGetFunctionalWrapper(self)->mutate_view_meta(meta);
}

// Only XLA and the lazy backend call these.
void set_sizes_strides_offset(const Tensor&, const Tensor&) {
  TORCH_CHECK(false, "not part of this test");
}
void set_sizes_strides_offset(const std::vector<Tensor>&, const std::vector<Tensor>&) {
  TORCH_CHECK(false, "not part of this test");
}

} // namespace at::functionalization::impl
"""


def compile_layer(torch, sources, layer, work):
    """Compiles the sources. Returns the objects and the number of kernels that were left out."""
    include = os.path.join(os.path.dirname(torch.__file__), "include")
    flags = ["g++", "-O0", "-std=c++20", "-fPIC", "-DNDEBUG", "-w", "-DAT_PER_OPERATOR_HEADERS"]
    flags += ["-I", os.path.join(sources, "build/aten/src"), "-I", sources, "-isystem", include]
    flags += ["-isystem", os.path.join(include, "torch/csrc/api/include"), "-isystem", sysconfig_include()]
    exported = exported_symbols(torch)
    folder, names = LAYERS[layer]
    headers = digest_of_headers(os.path.join(sources, "build/aten/src/ATen"))

    def compiled(name):
        text = LAZY_RUNTIME if layer == "lazy" else RUNTIME
        if name != "opgen_runtime":
            with open(os.path.join(sources, folder, name + ".cpp"), encoding="utf-8") as file:
                # The runtime is compiled by itself.
                text = re.sub(r"#include <ATen/opgen_\w*(types|impl)\.h>\n", "", file.read())
        text += f"// with headers {headers}\n"
        return text, build(flags, work, name, text)

    def exported_only(name, text, object_file):
        hidden = hidden_symbols(object_file, exported)
        if not hidden:
            return object_file, 0
        shorter, left_out = without_hidden(text, hidden)
        return build(flags, work, name + "_exported", shorter), left_out

    names = ["opgen_runtime", *names]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts, objects = zip(*pool.map(compiled, names))
        for object_file in objects:
            exported |= defined_symbols(object_file)
        objects, left_out = zip(*pool.map(exported_only, names, texts, objects))
    return objects, sum(left_out)


def digest_of_headers(folder):
    """A number for the contents of the headers that only generated sources include."""
    digest = hashlib.sha256()
    for name in sorted(os.listdir(folder)):
        if name.startswith("opgen_"):
            with open(os.path.join(folder, name), "rb") as file:
                digest.update(file.read())
    return digest.hexdigest()[:16]


def sysconfig_include():
    import sysconfig

    return sysconfig.get_paths()["include"]


def build(flags, work, name, text):
    """Compiles a text unless that was done before."""
    source, object_file = (os.path.join(work, name + suffix) for suffix in (".cpp", ".o"))
    if os.path.exists(object_file) and os.path.exists(source):
        with open(source, encoding="utf-8") as file:
            if file.read() == text:
                return object_file
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    begin = time.time()
    subprocess.run([*flags, "-c", source, "-o", object_file], check=True)
    print(f"compiled {name} in {time.time() - begin:.1f} s", flush=True)
    return object_file


def exported_symbols(torch):
    """The symbols of PyTorch's libraries."""
    folder = os.path.join(os.path.dirname(torch.__file__), "lib")
    libraries = [os.path.join(folder, library) for library in ("libtorch_cpu.so", "libc10.so")]
    return {name for library in libraries for name in defined_symbols(library, "-D")}


def defined_symbols(file, *options):
    """The symbols that an object or a library defines."""
    command = ["nm", *options, "--defined-only", file]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in listed.splitlines() if line}


def hidden_symbols(object_file, exported):
    """The kernels that an object needs, and that neither a library exports nor another object defines."""
    listed = subprocess.run(["nm", "-u", object_file], check=True, capture_output=True, text=True).stdout
    needed = {line.split()[-1] for line in listed.splitlines()}
    kernels = ("_ZN2at6native", "_ZN5torch4lazy19LazyNativeFunctions")
    hidden = sorted(name for name in needed - exported if name.startswith(kernels))
    demangled = subprocess.run(["c++filt"], input="\n".join(hidden), check=True, capture_output=True, text=True).stdout
    return {line.split("(")[0] for line in demangled.splitlines()}


def without_hidden(text, hidden):
    """The text without registrations of kernels that are hidden or call hidden ones, and the number of these."""
    # A class is hidden if one of its functions is.
    hidden = hidden | {name.rsplit("::", 1)[0] for name in hidden if "::structured_" in name}
    wrappers = re.findall(r"^\S[^\n]* (wrapper_\w+)\([^\n]*\) \{\n(.*?)^\}", text, re.M | re.S)
    # Wrappers come after those that they call.
    for wrapper, body in wrappers:
        called = re.findall(r"StructuredKernel<([\w:]+)>", body) + re.findall(r"([\w:]+)\(", body)
        if not hidden.isdisjoint(called):
            hidden.add(wrapper)
    lines, removed = [], 0
    for line in text.split("\n"):
        kernel = re.match(r'  m\.impl\("[^"]+", .*?([\w:]+)\)*;$', line)
        if kernel and (kernel.group(1) in hidden or kernel.group(1).removeprefix("at::") in hidden):
            removed += 1
        else:
            lines.append(line)
    return "\n".join(lines), removed


def load(torch, objects, work):
    """Links the objects and loads them. The dispatcher then calls their kernels."""
    lib = os.path.join(os.path.dirname(torch.__file__), "lib")
    library = os.path.join(work, "swapped.so")
    command = ["g++", "-shared", "-Wl,-z,lazy", *objects, "-L", lib, "-ltorch_cpu", "-lc10", f"-Wl,-rpath,{lib}"]
    subprocess.run([*command, "-o", library], check=True)
    ctypes.CDLL(library, mode=os.RTLD_LAZY)


def loaded_kernels(torch, sources):
    """The number of kernels whose registration names a source of this run."""
    registered = torch._C._dispatch_get_all_op_names()
    found = 0
    for name in registered:
        if name.startswith("aten::"):
            found += len(re.findall(re.escape(sources) + r"/\w+\.cpp", torch._C._dispatch_dump(name)))
    return found


def tensors_of(value, torch):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [tensor for item in value for tensor in tensors_of(item, torch)]
    if isinstance(value, dict):
        return [tensor for item in value.values() for tensor in tensors_of(item, torch)]
    return []


def described(value, torch):
    """A value that can be compared, whatever happens to the tensors afterwards."""
    if isinstance(value, torch.Tensor):
        about = [str(value.dtype), str(value.layout), str(value.device), tuple(value.shape), value.requires_grad]
        if value.layout == torch.strided:
            about.append(value.stride())
        if value.device.type == "cpu" and value.layout == torch.strided and not value.is_quantized:
            plain = value.detach().resolve_conj().resolve_neg().contiguous()
            return (*about, plain.numpy().tobytes() if plain.dtype != torch.bfloat16 else str(plain.tolist()))
        return (*about, str(value) if value.device.type == "cpu" else "")
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, *(described(item, torch) for item in value))
    return repr(value)


def outcome(torch, function):
    """The result of a call, or its error."""
    torch.manual_seed(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return described(function(), torch)
    except Exception as error:
        text = re.sub(r"0x[0-9a-f]+", "0x", str(error))
        text = re.sub(r'at "[^"]*":\d+', "at its line", text)
        return ("error", type(error).__name__, text.split("Exception raised from")[0].split("registered at")[0])


def calls_of_kernels(torch, name, op, sample):
    """Calls of an operator: functional, inplace, with `out`, and without memory."""
    args, kwargs = sample.args, sample.kwargs
    yield "functional", lambda: op(sample.input, *args, **kwargs)
    if op.inplace_variant is not None and isinstance(sample.input, torch.Tensor):
        yield "inplace", lambda: op.inplace_variant(sample.input.detach().clone(), *args, **kwargs)
    if op.supports_out:
        def with_out():
            result = op(sample.input, *args, **kwargs)
            results = tensors_of(result, torch)
            outs = [torch.empty((0,), dtype=tensor.dtype) for tensor in results]
            written = op(sample.input, *args, **kwargs, out=outs[0] if len(outs) == 1 else tuple(outs))
            return written, outs
        yield "out", with_out

    def to_meta(value):
        if isinstance(value, torch.Tensor):
            return value.to("meta")
        if isinstance(value, (list, tuple)):
            return type(value)(to_meta(item) for item in value)
        return value
    yield "meta", lambda: op(to_meta(sample.input), *to_meta(args), **{key: to_meta(item) for key, item in kwargs.items()})


def calls_of_traces(torch, name, op, sample):
    """The texts of traces, also of those in which no operator writes to its arguments."""
    tensors = tensors_of([sample.input, sample.args, sample.kwargs], torch)
    if not tensors or any(tensor.layout != torch.strided for tensor in tensors):
        return

    def traced(function, force):
        def call(*given):
            given = list(given)
            def put(value):
                if isinstance(value, torch.Tensor):
                    return given.pop(0)
                if isinstance(value, (list, tuple)):
                    return type(value)(put(item) for item in value)
                if isinstance(value, dict):
                    return {key: put(item) for key, item in value.items()}
                return value
            parts = put([sample.input, sample.args, sample.kwargs])
            return function(parts[0], *parts[1], **parts[2])
        made = torch.jit.trace(call, tuple(tensors), check_trace=False, strict=False, _force_outplace=force)
        return str(made.graph)

    yield "trace", lambda: traced(op, False)
    if op.inplace_variant is not None and isinstance(sample.input, torch.Tensor):
        inplace = lambda first, *args, **kwargs: op.inplace_variant(first.clone(), *args, **kwargs)
        yield "inplace trace", lambda: traced(inplace, False)
        yield "outplace trace", lambda: traced(inplace, True)


def calls_of_functionalization(torch, name, op, sample):
    """Calls in which nothing writes to tensors, and their graphs; also those in which copies replace views."""
    from torch.fx.experimental.proxy_tensor import make_fx

    def functional(function, remove="mutations"):
        return lambda value, *args: torch.func.functionalize(function, remove=remove)(value, *args)
    if not isinstance(sample.input, torch.Tensor):
        return
    plain = lambda value: op(value, *sample.args, **sample.kwargs)
    yield "functional", lambda: functional(plain)(sample.input)
    yield "graph", lambda: make_fx(functional(plain))(sample.input).code
    without_views = functional(plain, "mutations_and_views")
    yield "without views", lambda: without_views(sample.input)
    yield "graph without views", lambda: make_fx(without_views)(sample.input).code
    if op.inplace_variant is not None:
        inplace = lambda value: op.inplace_variant(value.clone(), *sample.args, **sample.kwargs)
        yield "inplace", lambda: functional(inplace)(sample.input)
        yield "inplace graph", lambda: make_fx(functional(inplace))(sample.input).code


def calls_of_lazy(torch, name, op, sample):
    """Results and graphs of calls with tensors whose operators run later, and gradients."""
    def moved(value, device):
        if isinstance(value, torch.Tensor):
            return value.detach().to(device).requires_grad_(value.requires_grad)
        if isinstance(value, (list, tuple)):
            return type(value)(moved(item, device) for item in value)
        if isinstance(value, dict):
            return {key: moved(item, device) for key, item in value.items()}
        return value

    def run(function, prepare=lambda value: value):
        given = moved(sample.input, "lazy")
        results = tensors_of(function(prepare(given), *moved(sample.args, "lazy"), **moved(sample.kwargs, "lazy")), torch)
        differentiable = [tensor for tensor in results if tensor.requires_grad]
        if differentiable:
            results.append(torch.autograd.grad(sum(tensor.sum() for tensor in differentiable), given, allow_unused=True)[0])
        results = [tensor for tensor in results if isinstance(tensor, torch.Tensor)]
        lazy = [tensor.detach() for tensor in results if tensor.device.type == "lazy"]
        return torch._C._lazy._get_tensors_text(lazy) if lazy else "", [tensor.cpu() for tensor in results]

    yield "functional", lambda: run(op)
    if op.inplace_variant is not None and isinstance(sample.input, torch.Tensor):
        yield "inplace", lambda: run(op.inplace_variant, lambda value: value.detach().clone())
    if op.supports_out:
        def with_out(*args, **kwargs):
            outs = [torch.empty_like(tensor) for tensor in tensors_of(op(*args, **kwargs), torch)]
            return op(*args, **kwargs, out=outs[0] if len(outs) == 1 else tuple(outs))
        yield "out", lambda: run(with_out, lambda value: moved(value.detach(), "lazy") if isinstance(value, torch.Tensor) else value)


CALLS = {
    "register": calls_of_kernels,
    "trace": calls_of_traces,
    "functionalization": calls_of_functionalization,
    "lazy": calls_of_lazy,
}


def outcomes_of(torch, layer, name, op, samples):
    """The outcomes of the calls of an operator by type, sample and form."""
    found = {}
    for dtype in (torch.float32, torch.int64):
        if dtype not in op.dtypes:
            continue
        torch.manual_seed(0)
        try:
            # Kernels of the lazy backend include those of gradients.
            with_gradients = layer == "lazy" and dtype.is_floating_point and op.supports_autograd
            inputs = op.sample_inputs("cpu", dtype, requires_grad=with_gradients)
            given = [sample for _, sample in zip(range(samples), inputs)]
        except Exception:
            continue
        for at, sample in enumerate(given):
            for form, call in CALLS[layer](torch, name, op, sample):
                found[f"{name} {dtype} {at} {form}"] = outcome(torch, call)
    return found


def in_child(function):
    """What a function returns in a child process; nothing if that ends early or hangs."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(120)
        with os.fdopen(write, "wb") as pipe:
            pickle.dump(function(), pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        written = pipe.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(written) if status == 0 else {}


def collected(torch, layer, samples, words):
    """The outcomes of all calls by operator, sample and form."""
    from torch.testing._internal.common_methods_invocations import op_db

    found = {}
    for op in op_db:
        name = f"{op.name}.{op.variant_test_name}"
        if words and not any(word in name for word in words):
            continue
        # Memory that nobody has written to is different each time. PyTorch's own lazy kernel of pixel_shuffle returns freed memory.
        if op.name.startswith(("empty", "new_empty") + ("nn.functional.pixel_",) * (layer == "lazy")):
            continue
        outcomes = lambda: outcomes_of(torch, layer, name, op, samples)
        # PyTorch's lazy backend ends the process in some calls.
        found.update(in_child(outcomes) if layer == "lazy" else outcomes())
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources")
    parser.add_argument("layer", choices=LAYERS)
    parser.add_argument("--work", default="swap")
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--operators", nargs="*", default=[])
    options = parser.parse_args()
    import torch

    torch.set_num_threads(1)
    if options.layer == "register":
        # Functions in Python stand before many kernels for tensors without memory. They would hide both sides.
        torch._meta_registrations._meta_lib_dont_use_me_use_register_meta._destroy()
    if options.layer == "lazy":
        import torch._lazy.ts_backend

        torch._lazy.ts_backend.init()
    work = os.path.abspath(os.path.join(options.work, options.layer))
    os.makedirs(work, exist_ok=True)
    objects, left_out = compile_layer(torch, os.path.abspath(options.sources), options.layer, work)
    before = collected(torch, options.layer, options.samples, options.operators)
    again = collected(torch, options.layer, options.samples, options.operators)
    # Results that differ from one call to the next say nothing.
    stable = {key: value for key, value in before.items() if again.get(key) == value}
    load(torch, objects, work)
    loaded = loaded_kernels(torch, work)
    after = collected(torch, options.layer, options.samples, options.operators)
    different = [key for key in stable if stable[key] != after.get(key)]
    for key in different[:40]:
        print(f"different: {key}\n  stock:  {str(stable[key])[:300]}\n  loaded: {str(after.get(key))[:300]}")
    print(f"{options.layer}: {loaded} kernels loaded, {left_out} left out because PyTorch hides them")
    errors = sum(isinstance(value, tuple) and value[:1] == ("error",) for value in stable.values())
    print(f"{len(stable)} calls compared, of which {errors} end in errors; {len(before) - len(stable)} not repeatable")
    print(f"{len(different)} different", flush=True)
    # Two copies of some globals would be destroyed twice.
    os._exit(0 if loaded and stable and not different else 1)


if __name__ == "__main__":
    main()
