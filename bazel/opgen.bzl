"""Rules that generate C++ with opgen and compile it. docs/building.md shows a complete workspace.

    load("@opgen//:opgen.bzl", "opgen_library")
    load(":outputs.bzl", "OUTPUTS")

    opgen_library(
        name = "bindings",
        root = "yaml",
        srcs = glob(["yaml/**"]),
        targets = ["cpp_api"],
        outputs = OUTPUTS,
        deps = [":framework_headers"],
    )

Bazel must know all outputs before it runs anything. `bazel run :bindings.outputs > outputs.bzl` prints them.
"""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

_SOURCES = ("cc", "cpp", "cu")
_HEADERS = ("h", "hpp", "inc")

def _arguments(ctx, root):
    """The options of `opgen generate`, but for the output folder."""
    options = ["generate", "--quiet", "--root=" + root]
    if ctx.attr.targets:
        options.append("--target=" + ",".join(ctx.attr.targets))
    if ctx.attr.features_of_opgen:
        options.append("--feature=" + ",".join(ctx.attr.features_of_opgen))
    if ctx.attr.profile:
        options.append("--profile=" + ctx.attr.profile)
    if ctx.attr.shards:
        options.append("--shards=%d" % ctx.attr.shards)
    return options

def _root(ctx):
    parts = [ctx.label.workspace_root, ctx.label.package, ctx.attr.root]
    return "/".join([part for part in parts if part]) or "."

# Fails if opgen generates other files than those that were declared: one that is missing would be Bazel's error, but one too many
# would be lost without a word.
_GENERATE = """
opgen=$1; out=$2; declared=$3; shift 3
if ! differences=$(diff <("$opgen" "$@" --list-outputs | LC_ALL=C sort) "$declared"); then
  echo "the attribute \\`outputs\\` lacks the lines with <, and has those with > too many; bazel run TARGET.outputs prints all:" >&2
  grep '^[<>]' <<<"$differences" >&2
  exit 1
fi
exec "$opgen" "$@" --out="$out"
"""

def _generated_impl(ctx):
    if not ctx.attr.outputs:
        fail("`outputs` is empty: bazel run TARGET.outputs prints the list")
    outputs = [ctx.actions.declare_file(ctx.label.name + "/" + path) for path in ctx.attr.outputs]
    folder = "/".join([part for part in [ctx.bin_dir.path, ctx.label.workspace_root, ctx.label.package, ctx.label.name] if part])
    declared = ctx.actions.declare_file(ctx.label.name + ".declared")
    ctx.actions.write(declared, "".join([path + "\n" for path in sorted(ctx.attr.outputs)]))
    ctx.actions.run_shell(
        command = _GENERATE,
        arguments = [ctx.executable.program.path, folder, declared.path] + _arguments(ctx, _root(ctx)),
        inputs = ctx.files.srcs + [declared],
        tools = [ctx.executable.program],
        outputs = outputs,
        mnemonic = "OpgenGenerate",
        progress_message = "Generating code for the operators of %s" % ctx.label,
    )
    return [DefaultInfo(files = depset(outputs))]

_ATTRIBUTES = {
    "features_of_opgen": attr.string_list(doc = "optional features to generate, such as `distributed`"),
    "profile": attr.string(doc = "the version of the framework; the default is that of the tree"),
    "program": attr.label(default = "@opgen_program//:opgen", executable = True, allow_single_file = True, cfg = "exec", doc = "opgen"),
    "root": attr.string(doc = "the folder of the YAML, below the package"),
    "shards": attr.int(doc = "the number of files into which each large source is divided"),
    "srcs": attr.label_list(allow_files = True, mandatory = True, doc = "everything that opgen reads: YAML, settings, templates"),
    "targets": attr.string_list(doc = "the targets to generate; the default is all"),
}

opgen_generated = rule(
    implementation = _generated_impl,
    attrs = dict(_ATTRIBUTES, outputs = attr.string_list(mandatory = True, doc = "the paths of all outputs")),
    doc = "The files that opgen generates.",
)

_PRINT = """#!/bin/bash
set -euo pipefail
opgen=$PWD/{opgen}
cd "$BUILD_WORKSPACE_DIRECTORY/{package}"
echo "# The outputs of opgen: bazel run {label}"
echo
echo "OUTPUTS = ["
"$opgen" {arguments} --list-outputs | LC_ALL=C sort | sed 's/.*/    "&",/'
echo "]"
"""

def _outputs_impl(ctx):
    script = ctx.actions.declare_file(ctx.label.name)
    arguments = " ".join(["'%s'" % argument for argument in _arguments(ctx, ctx.attr.root or ".")])
    content = _PRINT.format(
        arguments = arguments,
        label = ctx.label,
        opgen = ctx.executable.program.short_path,
        package = ctx.label.package,
    )
    ctx.actions.write(script, content, is_executable = True)
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles([ctx.executable.program]))]

opgen_outputs = rule(
    implementation = _outputs_impl,
    attrs = _ATTRIBUTES,
    executable = True,
    doc = "Prints the outputs as a list for `opgen_generated`.",
)

def _library_impl(ctx):
    files = ctx.attr.generated[DefaultInfo].files.to_list()
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    include = "/".join([part for part in [ctx.bin_dir.path, ctx.label.workspace_root, ctx.label.package, ctx.attr.generated.label.name] if part])
    contexts = [dep[CcInfo].compilation_context for dep in ctx.attr.deps]
    compiled, objects = cc_common.compile(
        name = ctx.label.name,
        actions = ctx.actions,
        feature_configuration = features,
        cc_toolchain = toolchain,
        srcs = [file for file in files if file.extension in _SOURCES],
        public_hdrs = [file for file in files if file.extension in _HEADERS],
        includes = [include],
        user_compile_flags = ctx.attr.copts,
        compilation_contexts = contexts,
    )
    linked, output = cc_common.create_linking_context_from_compilation_outputs(
        name = ctx.label.name,
        actions = ctx.actions,
        feature_configuration = features,
        cc_toolchain = toolchain,
        compilation_outputs = objects,
        linking_contexts = [dep[CcInfo].linking_context for dep in ctx.attr.deps],
    )
    library = output.library_to_link
    found = [file for file in [library.static_library, library.pic_static_library, library.dynamic_library] if file] if library else []
    return [
        DefaultInfo(files = depset(found)),
        CcInfo(compilation_context = compiled, linking_context = linked),
    ]

opgen_compiled = rule(
    implementation = _library_impl,
    attrs = {
        "copts": attr.string_list(),
        "deps": attr.label_list(providers = [CcInfo]),
        "generated": attr.label(mandatory = True),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
    fragments = ["cpp"],
    doc = "A library of generated C++. Each source is compiled by an action of its own.",
)

def opgen_library(name, outputs, deps = [], copts = [], visibility = None, **options):
    """A C++ library that is generated from operator YAML.

    Args:
      name: the library. `NAME.generated` are its files, and `bazel run NAME.outputs` prints their list.
      outputs: the paths of all files that opgen generates.
      deps: C++ libraries, such as the framework's headers.
      copts: options for the compiler.
      visibility: as everywhere.
      **options: see `opgen_generated`.
    """
    opgen_outputs(name = name + ".outputs", visibility = visibility, **options)
    opgen_generated(name = name + ".generated", outputs = outputs, visibility = visibility, **options)
    opgen_compiled(name = name, generated = name + ".generated", deps = deps, copts = copts, visibility = visibility)
