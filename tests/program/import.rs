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
