//! `opgen import`: from registrations that are written by hand to YAML.

use crate::support::{Said, folder_with, opgen};

const SOURCE: &str = r#"#include "paddle/extension.h"

// PD_BUILD_OP(not_registered)
PD_BUILD_OP(scaled_add)
    .Inputs({"X", " Y ", paddle::Optional(paddle::Vec("Zs"))})
    .Outputs({"Out"})
    .Attrs({"scale: float", "names : std::vector<std::string>"})
    .SetInplaceMap({{"X", "Out"}})
    .SetKernelFn(PD_KERNEL(ops::Add))
    .SetInferShapeFn(PD_INFER_SHAPE(AddShape));

PD_BUILD_GRAD_OP(scaled_add)
    .Inputs({" Y ", paddle::Grad("Out")})
    .Outputs({paddle::Grad("X")})
    .SetKernelFn(PD_KERNEL(AddGrad));
"#;

const YAML: &str = r#"# yaml/ops.yaml
- op : scaled_add
  args : (Tensor X, Tensor Y, Tensor[] Zs, float scale, str[] names)
  output : Tensor(Out)
  shape : AddShape
  kernel :
    func : ops::Add
    source : csrc/ops.cc
  inplace : (X -> Out)
  optional : Zs
  registered_name : {Y : " Y "}
  backward : scaled_add_grad

# yaml/backward.yaml
- backward_op : scaled_add_grad
  forward : scaled_add (Tensor X, Tensor Y, Tensor[] Zs, float scale, str[] names) -> Tensor(Out)
  args : (Tensor Y, Tensor Out_grad)
  output : Tensor(X_grad)
  kernel :
    func : AddGrad
    source : csrc/ops.cc
"#;

#[test]
fn registrations_become_yaml_without_defaults() {
    let folder = folder_with(&[("ops.cc", SOURCE)]);
    let expected = Said { out: YAML.to_owned(), err: String::new(), code: Some(0) };
    assert_eq!(opgen(folder.path(), &["import", "ops.cc"]), expected);
}

#[test]
fn an_imported_package_generates_the_same_registrations() {
    let folder = folder_with(&[("ops.cc", SOURCE)]);
    assert_eq!(opgen(folder.path(), &["import", "ops.cc", "--out", "my_ops"]).code, Some(0));
    let listed = opgen(folder.path(), &["generate", "--root", "my_ops", "--list-outputs"]).out;
    assert!(listed.lines().any(|line| line == "cpp/registrations/csrc_ops.cc"), "{listed}");
    assert_eq!(opgen(folder.path(), &["generate", "--root", "my_ops"]).code, Some(0));
    let generated = folder.path().join("my_ops/src/my_ops/generated/cpp/registrations/csrc_ops.cc");
    let text = std::fs::read_to_string(generated).expect("it is generated");
    for line in [
        r#".Inputs({"X", " Y ", paddle::Optional(paddle::Vec("Zs"))})"#,
        r#".Attrs({"scale: float", "names: std::vector<std::string>"})"#,
        r#".SetInplaceMap({{"X", "Out"}})"#,
        r#".Inputs({" Y ", paddle::Grad("Out")})"#,
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

const UNUSUAL: &str = r#"#define BUILD_STATIC(name) PD_BUILD_OP(static_##name)
BUILD_STATIC(add)
    .Inputs({"x@VECTOR", "y@OPTIONAL"}).Outputs({"out"}).Attrs({"size", "flags: std::vector<bool>"})
    .SetKernelFn(PD_KERNEL(Add<float, 2>))
    .SetTrtInferShapeFn(PD_TRT_INFER_SHAPE(f));
PD_BUILD_GRAD_OP(other).Inputs({"x"});
"#;

#[test]
fn what_yaml_cannot_say_is_a_warning_with_its_place() {
    let folder = folder_with(&[("ops.cc", UNUSUAL)]);
    let said = opgen(folder.path(), &["import", "ops.cc"]);
    let warnings = "\
ops.cc:5:6: warning: `static_add` calls `SetTrtInferShapeFn`, which the YAML cannot say
ops.cc:3:65: warning: the attribute `size` has no type
ops.cc:3:73: warning: `std::vector<bool>` is not a type of attributes in YAML
ops.cc:6:1: warning: `other_grad` is the gradient of an operator that these files do not register; left out
";
    assert_eq!(said.err, warnings);
    for line in ["- op : static_add", "args : (Tensor[] x, Tensor y, ", "func : Add<float,2>", "optional : y"] {
        assert!(said.out.contains(line), "{line} is not in\n{}", said.out);
    }
}

#[test]
fn an_instance_of_a_template_is_registered() {
    let source = UNUSUAL.replace(r#".Attrs({"size", "flags: std::vector<bool>"})"#, "");
    let folder = folder_with(&[("ops.cc", &source)]);
    assert_eq!(opgen(folder.path(), &["import", "ops.cc", "--out", "my_ops"]).code, Some(0));
    let said = opgen(folder.path(), &["generate", "--root", "my_ops"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let generated = folder.path().join("my_ops/src/my_ops/generated/cpp/registrations/csrc_ops.cc");
    let text = std::fs::read_to_string(generated).expect("it is generated");
    assert!(text.contains("decltype(&::Add<float,2>), &::Add<float,2>>"), "{text}");
}

const HANDLERS: &str = r#"#include "xla/ffi/api/ffi.h"
namespace ffi = xla::ffi;
static ffi::Error RmsNormImpl(float eps, ffi::Span<const int64_t> axes, ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> y) { return {}; }
XLA_FFI_DEFINE_HANDLER_SYMBOL(RmsNorm, RmsNormImpl,
    ffi::Ffi::Bind().Attr<float>("epsilon").Attr<ffi::Span<const int64_t>>("axes").Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(joined_on_gpu, [](cudaStream_t stream, ffi::AnyBuffer a, ffi::AnyBuffer b, ffi::Result<ffi::AnyBuffer> out) { return ffi::Error(); },
    ffi::Ffi::Bind().Ctx<ffi::PlatformStream<cudaStream_t>>().Arg<ffi::AnyBuffer>().Arg<ffi::AnyBuffer>().Ret<ffi::AnyBuffer>().Attrs());
"#;

const YAML_OF_HANDLERS: &str = r"- op : rms_norm
  args : (Tensor x, float epsilon, int64_t[] axes)
  output : Tensor(y)
  data_type : {y : float32}
  kernel :
    func : RmsNorm
    written_for : jax
    input_type : {x : float32}

- op : joined_on_gpu
  args : (Tensor a, Tensor b)
  output : Tensor(out)
  kernel :
    func : joined_on_gpu
    written_for : jax
    input_type : {a : any, b : any}
    backend : GPU
";

#[test]
fn handlers_for_jax_become_yaml_and_stay_as_they_are() {
    let folder = folder_with(&[("ops.cc", HANDLERS)]);
    let said = opgen(folder.path(), &["import", "ops.cc", "--out", "my_ops"]);
    let warnings = "\
ops.cc:7:129: warning: `joined_on_gpu` binds `Attrs`, which the YAML cannot say
ops.cc:6:1: warning: state the shapes of what `joined_on_gpu` returns: out
";
    assert_eq!((said.code, said.err.as_str()), (Some(0), warnings));
    let read = |path| std::fs::read_to_string(folder.path().join("my_ops").join(path)).expect("it is written");
    assert_eq!(read("yaml/ops.yaml"), YAML_OF_HANDLERS);
    assert_eq!(read("kernels/jax/ops.cc"), HANDLERS);
    assert!(read("opgen.toml").contains("frameworks = [\"jax\"]"));
}

const OF_TORCH: &str = r#"#include <torch/library.h>
std::tuple<int64_t, at::Tensor> inferred(const at::Tensor& x, std::optional<double> by);
TORCH_LIBRARY(my_ops, m) {
  m.def("rms_norm(Tensor! result, Tensor input, Tensor? weight, float epsilon=1e-6, *, str mode='a,b') -> ()");
  m.impl("rms_norm", torch::kCUDA, &rms_norm);
  m.def("counts(Tensor x, ScalarType? type=None, int[] axes=[0, 1]) -> (Tensor, int)");
#ifdef WITH_SUM
  m.def("total(Tensor[] xs) -> Tensor", &total);
#endif
  m.def("add.out(Tensor x, Tensor(a!) out) -> Tensor(a!)");
  m.def("pair(Tensor q, Tensor q) -> ()");
  m.def("lost", &lost);
  m.def("inferred", &inferred);
}
TORCH_LIBRARY_IMPL(my_ops, Autograd, m) { m.impl("rms_norm", TORCH_FN(rms_norm_autograd)); }
TORCH_LIBRARY_FRAGMENT(others, m) { m.def("f(Tensor x) -> (Tensor left, Tensor right)"); }
"#;

const YAML_OF_TORCH: &str = r#"# yaml/ops.yaml
- op : rms_norm
  args : (Tensor! result, Tensor input, Tensor? weight, double epsilon = 1e-6, *, str mode = "a,b")
  output : ()
  kernel :
    written_for : torch
    registered_for : CUDA, Autograd

- op : counts
  args : (Tensor x, ScalarType? type = None, int64_t[] axes = {0, 1})
  output : Tensor(out0), int64_t(out1)
  kernel :
    written_for : torch
    registered_for : Undefined

- op : total
  args : (Tensor[] xs)
  output : Tensor(out)
  kernel :
    written_for : torch
    registered_for : CompositeImplicitAutograd

- op : inferred
  args : (Tensor _0, double? _1)
  output : int64_t _0, Tensor _1
  kernel :
    written_for : torch
    registered_for : CompositeImplicitAutograd

- op : f
  args : (Tensor x)
  output : Tensor left, Tensor right
  namespace : others
  kernel :
    written_for : torch
    registered_for : Undefined

# yaml/backward.yaml
"#;

const WARNINGS_OF_TORCH: &str = "\
ops.cc:8:3: warning: `total` is only defined for `#ifdef WITH_SUM`; the package always has it
ops.cc:10:3: warning: `add` is an overload, which an entry cannot be; left out
ops.cc:11:3: warning: `pair` has two arguments with the name `q`; left out
ops.cc:12:3: warning: `lost` has no schema, and its function is not found, or has other types; write the schema out; left out
";

#[test]
fn schemas_of_torch_become_yaml() {
    let folder = folder_with(&[("ops.cc", OF_TORCH)]);
    let expected = Said { out: YAML_OF_TORCH.to_owned(), err: WARNINGS_OF_TORCH.to_owned(), code: Some(0) };
    assert_eq!(opgen(folder.path(), &["import", "ops.cc"]), expected);
}

const REPEATED: &str = r#"#include <torch/library.h>
TORCH_LIBRARY(my_ops, m) {
  if (at::hasCUDA())
    m.def("only_cuda(Tensor x) -> Tensor");
  m.def("kept(Tensor x) -> Tensor", {at::Tag::core});
  for (auto name : names) m.def(std::string(name) + "(Tensor x) -> Tensor");
}
TORCH_LIBRARY(other, m) { m.def("kept(Tensor x) -> Tensor"); }
"#;

#[test]
fn conditions_and_loops_of_torch_keep_their_registrations() {
    let folder = folder_with(&[("ops.cc", REPEATED), ("none.cc", "TORCH_LIBRARY(my_ops, m) { m.def(name()); }")]);
    let said = opgen(folder.path(), &["import", "ops.cc", "--out", "out"]);
    assert_eq!(said.out, "1 registration is now YAML in out; next: `cd out && pip install .`\n", "{}", said.err);
    let warnings = "\
ops.cc:4:5: warning: `only_cuda` is in a condition or a loop; left out
ops.cc:5:3: warning: the tags of `kept`, {at::Tag::core}, are left out
ops.cc:6:27: warning: `m.def` has no literal with a schema; left out
ops.cc:8:27: warning: `kept` is also defined in another namespace; this one stays in its source
";
    assert_eq!(said.err, warnings);
    let source = std::fs::read_to_string(folder.path().join("out/kernels/torch/ops.cc")).expect("it is copied");
    let expected = REPEATED
        .replace("  m.def(\"kept(Tensor x) -> Tensor\", {at::Tag::core});\n  for", "  \n  for")
        .replace("TORCH_LIBRARY(", "TORCH_LIBRARY_FRAGMENT(");
    assert_eq!(source, expected);
    assert!(!folder.path().join("out/examples").exists());
    let said = opgen(folder.path(), &["import", "none.cc", "--out", "again"]);
    assert_eq!((said.code, folder.path().join("again").exists()), (Some(2), false), "{}", said.err);
}

#[test]
fn a_package_imported_from_torch_registers_the_same_schemas() {
    let folder = folder_with(&[("ops.cc", OF_TORCH)]);
    assert_eq!(opgen(folder.path(), &["import", "ops.cc", "--out", "imported"]).code, Some(0));
    let said = opgen(folder.path(), &["generate", "--root", "imported"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let read = |path: &str| std::fs::read_to_string(folder.path().join("imported").join(path)).expect("it is there");
    let generated = read("src/my_ops/generated/cpp/torch_ops.cc");
    for schema in [
        r#""rms_norm(Tensor! result, Tensor input, Tensor? weight, float epsilon=1e-6, *, str mode=\"a,b\") -> ()""#,
        r#""counts(Tensor x, ScalarType? type=None, int[] axes=[0, 1]) -> (Tensor, int)""#,
        r#""total(Tensor[] xs) -> Tensor""#,
        r#"TORCH_LIBRARY_FRAGMENT(others, library) {
  library.def("f(Tensor x) -> (Tensor left, Tensor right)");"#,
    ] {
        assert!(generated.contains(schema), "{schema} is not in\n{generated}");
    }
    let source = read("kernels/torch/ops.cc");
    for kept in [
        "TORCH_LIBRARY_FRAGMENT(my_ops, m) {\n  \n  m.impl(\"rms_norm\", torch::kCUDA, &rms_norm);",
        "m.impl(\"total\", torch::dispatch(c10::DispatchKey::CompositeImplicitAutograd, &total));",
        "m.def(\"pair(Tensor q, Tensor q) -> ()\");",
        "TORCH_LIBRARY_IMPL(my_ops, Autograd, m)",
        "TORCH_LIBRARY_FRAGMENT(others, m)",
    ] {
        assert!(source.contains(kept), "{kept} is not in\n{source}");
    }
}
