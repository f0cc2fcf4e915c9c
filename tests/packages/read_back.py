"""Compares registrations that are written by hand with those that opgen generates, as a running Paddle has them.

    read_back.py OPGEN FOLDER... [--out DIR] [--expected registrations.json]

Every C++ source below the folders that contains `PD_BUILD_OP` is imported with `opgen import`. Both kinds of registration are
compiled and loaded; kernels and the functions for shapes and types are stubs, so sources for devices without a compiler are read,
too. Then the names of inputs, outputs and attributes, the pairs in place, and which functions are set, must be equal, and what
`load_op_meta_info_and_register_op` makes of them. `--expected` is a list of known registrations. Run it with the release's Python.
"""

import argparse
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig

MACRO = re.compile(r"\bPD_BUILD_(?:GRAD_|DOUBLE_GRAD_)?OP\(\s*(\w+)\s*\)")
KINDS = ["forward", "grad", "double_grad"]
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\])*")', re.DOTALL)

PROLOGUE = r"""
#include "paddle/phi/api/ext/op_meta_info.h"
#undef PD_KERNEL
#undef PD_INFER_SHAPE
#undef PD_INFER_DTYPE
static void stub(paddle::CustomOpKernelContext*) {}
#define PD_KERNEL(...) &stub
#define PD_INFER_SHAPE(...) reinterpret_cast<paddle::InferShapeFunc>(&stub)
#define PD_INFER_DTYPE(...) reinterpret_cast<paddle::InferDtypeFunc>(&stub)
"""

EPILOGUE = r"""
#include <sstream>

static std::string text(const std::string& value) { return "\"" + value + "\""; }
static std::string text(const std::vector<std::string>& values) {
  std::string all;
  for (const auto& value : values) all += (all.empty() ? "" : ",") + text(value);
  return "[" + all + "]";
}
static std::string text(const std::unordered_map<std::string, std::string>& values) {
  std::string all;
  for (const auto& pair : values) all += (all.empty() ? "" : ",") + text(pair.first) + ":" + text(pair.second);
  return "{" + all + "}";
}

// All operators of this library, as JSON.
extern "C" const char* registered() {
  using Helper = paddle::OpMetaInfoHelper;
  static std::string all;
  all = "{";
  const char* between = "";
  for (const auto& op : paddle::OpMetaInfoMap::Instance().GetMap()) {
    int order = 0;
    for (const auto& info : op.second) {
      all += between + text(op.first + " " + std::to_string(order++)) + ":{\"inputs\":" + text(Helper::GetInputs(info)) +
             ",\"outputs\":" + text(Helper::GetOutputs(info)) + ",\"attrs\":" + text(Helper::GetAttrs(info)) +
             ",\"inplace\":" + text(Helper::GetInplaceMap(info)) +
             ",\"infer_shape\":" + (Helper::GetInferShapeFn(info) ? "true" : "false") +
             ",\"infer_dtype\":" + (Helper::GetInferDtypeFn(info) ? "true" : "false") + "}";
      between = ",";
    }
  }
  all += "}";
  return all.c_str();
}
"""


def closing(text, at):
    """The position after the parenthesis that closes the one at a position, outside of texts."""
    depth = 0
    while at < len(text):
        if text[at] == '"':
            at = re.compile(r'"(?:\\.|[^"\\])*"').match(text, at).end()
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at
    raise ValueError("a parenthesis is not closed")


def registrations(text):
    """The name and the text of each registration, without what the YAML cannot say: TensorRT and spmd rules."""
    text = COMMENT.sub(lambda found: found[1] or " ", text)
    found = []
    for start in MACRO.finditer(text):
        at, chain = start.end(), start[0]
        while method := re.compile(r"\s*\.\s*(\w+)\s*(?=\()").match(text, at):
            end = closing(text, method.end())
            if not method[1].startswith(("SetTrt", "SetInferSpmd")):
                chain += "\n    " + text[method.start():end].strip()
            at = end
        found.append((start[0], chain + ";"))
    return found


def generated(opgen, path, package):
    subprocess.run([opgen, "import", path, "--out", package, "--name", "imported"], check=True, capture_output=True)
    subprocess.run([opgen, "generate", "--quiet", "--root", package], check=True)
    folder = os.path.join(package, "src/imported/generated/cpp/registrations")
    return "\n".join(open(os.path.join(folder, name)).read() for name in sorted(os.listdir(folder)))


def groups(sources):
    """Sources that can be one library, because no name is in two of them."""
    made = []
    for source in sources:
        names = {MACRO.search(macro)[1] for macro, _ in source["by_hand"]}
        for group in made:
            if not names & group["names"]:
                break
        else:
            group = {"names": set(), "sources": []}
            made.append(group)
        group["names"] |= names
        group["sources"].append(source)
    return made


def load(name, texts, out):
    """Compiles registrations, and reads them from a Python of their own."""
    import paddle

    package = os.path.dirname(paddle.__file__)
    source, library = os.path.join(out, f"{name}.cc"), os.path.join(out, f"{name}.so")
    with open(source, "w") as file:
        file.write(PROLOGUE + "\n".join(texts) + EPILOGUE)
    linked = [os.path.join(package, "base", "libpaddle.so")]
    linked += [path for path in (os.path.join(package, "libs", name) for name in ("libphi.so", "libphi_core.so")) if os.path.exists(path)]
    includes = [os.path.join(package, "include"), os.path.join(package, "include", "third_party"), sysconfig.get_path("include")]
    subprocess.run(["g++", "-std=c++17", "-O0", "-w", "-shared", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=1", source, "-o", library]
                   + [f"-I{path}" for path in includes] + linked, check=True)
    read = subprocess.run([sys.executable, __file__, "--read", library], check=True, capture_output=True, text=True)
    all = json.loads(read.stdout.splitlines()[-1])
    # Spaces in `name: type` have no meaning; the names that programs have are compared as well.
    return {name: {**of, "attrs": list(map(spaced, of["attrs"]))} for name, of in all.items()}


def read(library):
    """Prints what the library and the framework know about its operators."""
    from paddle.base import core
    from paddle.utils.cpp_extension import load_op_meta_info_and_register_op

    loaded = ctypes.CDLL(library)
    loaded.registered.restype = ctypes.c_char_p
    known = json.loads(loaded.registered().decode())
    load_op_meta_info_and_register_op(library)
    from paddle.base import framework

    holder = framework.OpProtoHolder.instance()
    for name in list(known):
        op, order = name.split()
        if order == "0":
            proto = holder.get_op_proto(op)
            variable = lambda of: [of.name, of.duplicable, of.dispensable, of.intermediate]
            known[name]["proto"] = {
                "inputs": [variable(of) for of in proto.inputs],
                "outputs": [variable(of) for of in proto.outputs],
                "attrs": [[of.name, of.type] for of in proto.attrs],
            }
    print(json.dumps(known))


def in_words(name):
    """`X@VECTOR@GRAD` as the list of known registrations writes it: `X (grad, vec)`."""
    base, *marks = name.split("@")
    words = {"GRAD": "grad", "VECTOR": "vec", "OPTIONAL": "optional", "NEW": "new"}
    return f"{base} ({', '.join(words[mark] for mark in reversed(marks))})" if marks else base


def spaced(attr):
    name, _, kind = attr.partition(":")
    return f"{name.strip()}: {kind.strip()}"


def unknown(expected, found):
    """The known registrations that no source has, as they are known."""
    for one in expected:
        known = {
            "inputs": one["inputs"], "outputs": one["outputs"], "attrs": [spaced(attr) for attr in one["attrs"]],
            "inplace": sorted(map(list, one["inplace"])),
        }
        name = f"{one['op']} {KINDS.index(one['kind'])}"
        candidates = found.get((one["file"], name), [])
        if candidates and known not in candidates:
            yield one, candidates


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("opgen")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--out", default="read_back", help="where files are written; removed first")
    parser.add_argument("--expected")
    options = parser.parse_args()
    opgen, out = os.path.abspath(options.opgen), os.path.abspath(options.out)
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    sources, refused = [], []
    for folder in options.folders:
        for parent, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(parent, name)
                if not name.endswith((".cc", ".cpp", ".cu")):
                    continue
                if by_hand := registrations(open(path, errors="replace").read()):
                    try:
                        made = generated(opgen, path, os.path.join(out, "packages", str(len(sources))))
                    except subprocess.CalledProcessError:
                        refused.append(path)
                        continue
                    sources.append({"file": name, "path": path, "by_hand": by_hand, "opgen": registrations(made)})
    for path in refused:
        print(f"cannot be imported: {path}")
    different, total, found = len(refused), 0, {}
    for index, group in enumerate(groups(sources)):
        texts = {kind: [text for source in group["sources"] for _, text in source[kind]] for kind in ("by_hand", "opgen")}
        by_hand, ours = (load(f"{kind}_{index}", texts[kind], out) for kind in ("by_hand", "opgen"))
        files = {MACRO.search(macro)[1]: source["file"] for source in group["sources"] for macro, _ in source["by_hand"]}
        for name in sorted(by_hand.keys() | ours.keys()):
            total += 1
            if by_hand.get(name) != ours.get(name):
                different += 1
                print(f"{files.get(name.split()[0])}: {name}\n  by hand: {by_hand.get(name)}\n  opgen:   {ours.get(name)}")
            if of := ours.get(name):
                found.setdefault((files[name.split()[0]], name), []).append({
                    "inputs": list(map(in_words, of["inputs"])), "outputs": list(map(in_words, of["outputs"])),
                    "attrs": of["attrs"],
                    "inplace": sorted([in_words(a), in_words(b)] for a, b in of["inplace"].items()),
                })
    import paddle

    print(f"paddle {paddle.__version__}: {total - different} of {total} registrations of {len(sources)} sources are equal")
    if options.expected:
        expected = json.load(open(options.expected))
        for one, candidates in unknown(expected, found):
            different += 1
            print(f"not as expected: {one}\n  {candidates}")
        missing = [one["op"] for one in expected if (one["file"], f"{one['op']} {KINDS.index(one['kind'])}") not in found]
        print(f"expected: {len(expected) - len(missing)} of {len(expected)} were found; not found: {missing}")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    read(sys.argv[2]) if sys.argv[1:2] == ["--read"] else main()
