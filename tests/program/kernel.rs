//! `opgen kernel`, and exceptions to the rules that compare operators with C++.

use crate::support::{Said, folder_with, opgen, write};

fn kernel(arguments: &[&str]) -> Said {
    let folder = folder_with(&[]);
    opgen(folder.path(), &[&["kernel", "--built-in"], arguments].concat())
}

const DECLARATION: &str = "\
template <typename T, typename Context>
void ArgmaxKernel(const Context& dev_ctx,
    const DenseTensor& x,
    const phi::Scalar& axis,
    bool keepdims,
    bool flatten,
    DataType dtype,
    DenseTensor* out)";

#[test]
fn the_declaration_of_a_kernel_is_printed() {
    let expected = Said { out: format!("{DECLARATION};\n"), err: String::new(), code: Some(0) };
    assert_eq!(kernel(&["argmax"]), expected);
}

#[test]
fn the_skeleton_of_a_kernel_follows_its_declaration() {
    let files = format!(
        "
// paddle/phi/kernels/argmax_kernel.h
#pragma once

#include \"paddle/phi/common/scalar.h\"
#include \"paddle/phi/core/dense_tensor.h\"

namespace phi {{

{DECLARATION};

}}  // namespace phi


// paddle/phi/kernels/cpu/argmax_kernel.cc
#include \"paddle/phi/kernels/argmax_kernel.h\"

#include \"paddle/phi/backends/cpu/cpu_context.h\"
#include \"paddle/phi/core/kernel_registry.h\"

namespace phi {{

{DECLARATION} {{
  // Compute the outputs here, after allocating them: `dev_ctx.template Alloc<T>(out)`.
}}

}}  // namespace phi

PD_REGISTER_KERNEL(argmax, CPU, ALL_LAYOUT, phi::ArgmaxKernel, float, double) {{}}

"
    );
    let expected = Said { out: format!("{DECLARATION};\n{files}"), err: String::new(), code: Some(0) };
    assert_eq!(kernel(&["argmax", "--skeleton"]), expected);
}

/// A name that only C++ defines has no parameter, and literals have names of their own.
#[test]
fn parameters_have_the_names_of_their_arguments() {
    let op = OP.replace("(Tensor x)", "(Tensor x, int axis)") + "    param : [x, rank_of_cpp, 1, axis]\n";
    let folder = folder_with(&[("ops.yaml", &op)]);
    let said = opgen(folder.path(), &["kernel", "foo", "--root", "."]);
    assert!(
        said.out.contains("    const DenseTensor& x,\n    int value2,\n    int axis,\n    DenseTensor* out"),
        "{said:?}"
    );
}

#[test]
fn a_header_includes_the_classes_of_its_tensors() {
    let op = OP.replace("foo_of_plugin", "foo_coo {sparse_coo -> sparse_csr}, foo_sr {selected_rows -> dense}");
    let folder = folder_with(&[("ops.yaml", &op)]);
    let said = opgen(folder.path(), &["kernel", "foo", "--root", ".", "--skeleton"]);
    let headers = |kernel: &str| {
        let start = said.out.split(&format!("// paddle/phi/kernels/{kernel}_kernel.h\n")).nth(1);
        let header = start.and_then(|text| text.split("namespace").next()).unwrap_or_default();
        header
            .lines()
            .filter(|line| line.contains("_tensor.h") || line.contains("_rows.h"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let include = |header: &str| format!("#include \"paddle/phi/core/{header}.h\"");
    let sparse = ["sparse_coo_tensor", "sparse_csr_tensor"].map(include).join(" ");
    assert_eq!(headers("sparse/foo_coo"), sparse, "{said:?}");
    assert_eq!(headers("selected_rows/foo_sr"), ["dense_tensor", "selected_rows"].map(include).join(" "));
}

#[test]
fn an_unknown_operator_is_an_error() {
    let err = "error: there is no operator `agrmax`; did you mean `argmax`?\n".to_owned();
    assert_eq!(kernel(&["agrmax"]), Said { out: String::new(), err, code: Some(2) });
}

const OP: &str = "\
- op : foo
  args : (Tensor x)
  output : Tensor(out)
  infer_meta :
    func : UnchangedInferMeta
  kernel :
    func : foo_of_plugin
";

const SOURCE: &str = "paddle/phi/kernels/cpu/foo_kernel.cc";
const FOO: &str = "PD_REGISTER_KERNEL(foo, CPU, ALL_LAYOUT, phi::FooKernel, float) {}\n";
const FOO_OF_PLUGIN: &str = "PD_REGISTER_KERNEL(foo_of_plugin, CPU, ALL_LAYOUT, phi::FooKernel, float) {}\n";

const FINE: &str = "1 operator, no errors or warnings\n";

/// Without C++, nobody knows whether an exception to one of its rules is needed, so `--fix` must not remove it either.
#[test]
fn exceptions_to_rules_about_cpp_are_judged_only_with_cpp() {
    let composite = format!("# opgen: allow(E1410) A plugin has the function.\n{OP}");
    let folder = folder_with(&[("ops.yaml", &composite)]);
    assert_eq!(opgen(folder.path(), &["check", "--root", "."]).out, FINE);
    let allowing = format!("# opgen: allow(W1401) A plugin has the kernel.\n{OP}");
    let folder = folder_with(&[("ops.yaml", &allowing)]);
    let checked = |arguments: &[&str]| {
        let said = opgen(folder.path(), &[&["check", "--root", "."], arguments].concat());
        assert_eq!(said.code, Some(0), "{said:?}");
        said.out
    };
    assert_eq!(checked(&[]), FINE);
    let generate = ["generate", "--root", ".", "--out", "out", "--target", "compat", "--warnings"];
    assert_eq!(opgen(folder.path(), &generate).err, "");
    write(folder.path(), SOURCE, FOO);
    assert!(
        checked(&["--notes"]).starts_with("note[N1411]: no operator in the YAML calls the kernel `foo`\n --> paddle/")
    );
    assert!(!checked(&[]).contains("warning["));
    assert_eq!(opgen(folder.path(), &generate).err, "");
    write(folder.path(), SOURCE, FOO_OF_PLUGIN);
    assert!(checked(&[]).contains("warning[W0704]: this allows W1401, but the entry has no such finding"));
}

#[test]
fn a_baseline_of_rules_about_cpp_is_judged_only_with_cpp() {
    let folder = folder_with(&[("ops.yaml", OP), (SOURCE, FOO)]);
    let checked = |arguments: &[&str]| {
        let said = opgen(folder.path(), &[&["check", "--root", "."], arguments].concat());
        assert_eq!(said.code, Some(0), "{said:?}");
        said.out
    };
    assert!(checked(&["--write-baseline"]).starts_with("2 findings written to "));
    let generate = ["generate", "--root", ".", "--out", "out", "--target", "compat", "--warnings"];
    assert_eq!(opgen(folder.path(), &generate).err, "");
    write(folder.path(), SOURCE, FOO_OF_PLUGIN);
    assert!(checked(&[]).contains("warning[W0705]: W1401 in `foo` of ops.yaml no longer occurs"));
    std::fs::remove_file(folder.path().join(SOURCE)).expect("it was written");
    assert_eq!(checked(&[]), FINE);
}

/// A package with an operator for both devices and one that takes PyTorch's tensors.
const PACKAGE: [(&str, &str); 4] = [
    ("opgen.toml", "[package]\nname = \"my_ops\"\n"),
    (
        "yaml/ops.yaml",
        "\
- op : scaled
  args : (Tensor x, float factor)
  output : Tensor(out)
  kernel :
    func : scaled
    backend : CPU, GPU

- op : chosen
  args : (Tensor x, Tensor mask)
  output : Tensor(out)
  shape : unknown
  kernel :
    func : Chosen
    written_for : torch

- op : normalised
  args : (Tensor x, Tensor weight, float epsilon = 1e-6, int[] axes = {1})
  output : Tensor(out), Tensor(scale)
  shape : {out : like x, scale : like weight}
  optional : weight
  frameworks : torch
  kernel :
    func : normalise
    written_for : triton

- op : in_python_
  args : (Tensor! x)
  output : ()
  frameworks : torch
  kernel :
    func : in_python
    written_for : triton
",
    ),
    (
        "kernels/in_python.py",
        "\
def in_python(x, factor=2.0):
    pass
",
    ),
    (
        "kernels/scaled.cc",
        "\
#include \"kernels.h\"
namespace my_ops {
template <typename T>
void cpu::scaled(const Context& context, View<const T> x, float factor, View<T> out) {}
MY_OPS_KERNEL(cpu, scaled);
}
",
    ),
];

#[test]
fn the_kernels_of_a_package_have_a_declaration_for_each_device() {
    let folder = folder_with(&PACKAGE);
    let out = "\
template <typename T> void cpu::scaled(const Context& context, View<const T> x, float factor, View<T> out);

in kernels/scaled.cc: my_ops::cpu::scaled(const Context& context, View<const T> x, float factor, View<T> out)

template <typename T> void gpu::scaled(const Context& context, View<const T> x, float factor, View<T> out);
";
    let expected = Said { out: out.to_owned(), err: String::new(), code: Some(0) };
    assert_eq!(opgen(folder.path(), &["kernel", "scaled"]), expected);
    let said = opgen(folder.path(), &["kernel", "--list"]);
    assert_eq!(said.err, "error: `--list` is for trees of a framework: name an operator of this package\n");
}

#[test]
fn the_skeleton_of_a_kernel_of_a_package_is_a_source() {
    let folder = folder_with(&PACKAGE);
    let said = opgen(folder.path(), &["kernel", "scaled", "--skeleton"]);
    let gpu = "\
// kernels/scaled.cu
#include \"kernels.h\"

namespace my_ops {

template <typename T> void gpu::scaled(const Context& context, View<const T> x, float factor, View<T> out) {
  // Compute the outputs here.
}
MY_OPS_KERNEL(gpu, scaled);

}  // namespace my_ops

";
    let cpu = gpu.replace("gpu", "cpu").replace("scaled.cu", "scaled.cc");
    assert_eq!(said.out, format!("{cpu}\n{gpu}"));
    let torch = "\
// kernels/torch/Chosen.cc
#include <ATen/ATen.h>

at::Tensor Chosen(const at::Tensor& x, const at::Tensor& mask) {
  // Compute the outputs here, and return them.
}

";
    let expected = Said { out: torch.to_owned(), err: String::new(), code: Some(0) };
    assert_eq!(opgen(folder.path(), &["kernel", "chosen", "--skeleton"]), expected);
}

#[test]
fn the_kernel_of_triton_is_a_function_in_python() {
    let folder = folder_with(&PACKAGE);
    let declaration = "def normalise(x: torch.Tensor, weight: torch.Tensor | None, epsilon: float, axes: list[int]) \
                       -> tuple[torch.Tensor, torch.Tensor | None]";
    let expected = Said { out: format!("{declaration}\n"), err: String::new(), code: Some(0) };
    assert_eq!(opgen(folder.path(), &["kernel", "normalised"]), expected);
    let out = "\
def in_python(x: torch.Tensor) -> None

in kernels/in_python.py: in_python(x, factor)
";
    let expected = Said { out: out.to_owned(), err: String::new(), code: Some(0) };
    assert_eq!(opgen(folder.path(), &["kernel", "in_python_"]), expected);
    let skeleton = format!(
        "\
# kernels/normalise.py
from __future__ import annotations

import torch
import triton
import triton.language as tl
from torch.library import wrap_triton


@triton.jit
def normalise_kernel(count, block: tl.constexpr):
    # Compute the outputs of one block here.
    at = tl.program_id(0) * block + tl.arange(0, block)


{declaration}:
    # Make the outputs, launch the kernel with `wrap_triton(normalise_kernel)[grid](...)`, and return the outputs.
    raise NotImplementedError(\"normalise\")

"
    );
    let expected = Said { out: skeleton, err: String::new(), code: Some(0) };
    assert_eq!(opgen(folder.path(), &["kernel", "normalised", "--skeleton"]), expected);
}
