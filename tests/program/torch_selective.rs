//! Selective builds of PyTorch: only some operators are registered.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::support::{Said, copy, opgen, tree, write};

const OPS: &str = "\
- func: relu(Tensor self) -> Tensor
  dispatch:
    CPU: relu
  autogen: relu.out
- func: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  dispatch:
    CPU: add
  autogen: add.Tensor_out
- func: add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor
  dispatch:
    CPU: add
  autogen: add.Scalar_out
- func: sum(Tensor self, *, ScalarType? dtype=None) -> Tensor
  dispatch:
    CPU: sum
  autogen: sum.out
- func: sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
  dispatch:
    CPU: sum
- func: sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
  dispatch:
    CPU: sum_out
- func: mul.Tensor(Tensor self, Tensor other) -> Tensor
  dispatch:
    CPU: mul
  autogen: mul.Tensor_out
- func: mul.Scalar(Tensor self, Scalar other) -> Tensor
  dispatch:
    CPU: mul
  autogen: mul.Scalar_out
- func: cat(Tensor[] tensors, int dim=0) -> Tensor
  dispatch:
    CPU: cat
  autogen: cat.out
- func: linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
- func: clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor
  dispatch:
    CPU: clamp
  autogen: clamp.out
- func: sin(Tensor self) -> Tensor
  dispatch:
    CPU: sin
  autogen: sin.out
- func: cos(Tensor self) -> Tensor
  dispatch:
    CPU: cos
  autogen: cos.out
- func: gt.Scalar(Tensor self, Scalar other) -> Tensor
  dispatch:
    CPU: gt
  autogen: gt.Scalar_out
- func: t(Tensor(a) self) -> Tensor(a)
  dispatch:
    CPU: t
- func: t_copy(Tensor self) -> Tensor
  dispatch:
    CompositeExplicitAutograd: t_copy
  tags: view_copy
  autogen: t_copy.out
- func: quantized::pair(Tensor a) -> Tensor
";

const DERIVATIVES: &str = "\
- name: sin(Tensor self) -> Tensor
  self: grad * self.cos()
  result: auto_element_wise
- name: sum(Tensor self, *, ScalarType? dtype=None) -> Tensor
  self: at::mul(grad, grad)
";

/// The templates of a tree, which another test has.
const TEMPLATES: &str = "tests/generate/torch-selected";
const NATIVE: &str = "aten/src/ATen/native";

/// A tree of PyTorch.
struct Project(TempDir);

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(TEMPLATES), folder.path());
        fs::remove_dir_all(folder.path().join("expected")).expect("it was copied");
        fs::remove_file(folder.path().join("selected_operators.yaml")).expect("it was copied");
        write(folder.path(), &format!("{NATIVE}/native_functions.yaml"), OPS);
        write(folder.path(), &format!("{NATIVE}/tags.yaml"), "- tag: core\n  desc: c\n- tag: view_copy\n  desc: v\n");
        Project(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn generate(&self, arguments: &[&str]) -> Said {
        let fixed = ["generate", "--root", ".", "--out", "out", "--target", "schema"];
        opgen(self.path(), &[&fixed, arguments].concat())
    }

    /// The operators whose schemas are registered.
    fn selected(&self, arguments: &[&str]) -> Vec<String> {
        let said = self.generate(arguments);
        assert_eq!(said.code, Some(0), "{}", said.err);
        let texts = tree(&self.path().join("out"));
        let source = texts.iter().find(|(path, _)| path.ends_with("RegisterSchema.cpp")).expect("it was written");
        let schemas = source.1.split("m.def(\"").skip(1);
        schemas.map(|schema| schema.split('(').next().unwrap_or_default().to_owned()).collect()
    }
}

/// A program that PyTorch saved.
fn program(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/torch/programs").join(name).display().to_string()
}

#[test]
fn names_may_have_overloads_and_namespaces() {
    let project = Project::new();
    assert_eq!(project.selected(&["--ops", "aten::add.Tensor"]), ["add.Tensor"]);
    assert_eq!(project.selected(&["--ops", "add.Tensor,relu.default"]), ["relu", "add.Tensor"]);
    assert_eq!(project.selected(&["--ops", "aten.mul.Scalar"]), ["mul.Scalar"]);
    let all = ["add.Tensor", "add.Scalar", "add.Tensor_out", "add.Scalar_out"];
    assert_eq!(project.selected(&["--ops", "aten::add"]), all);
    assert_eq!(project.selected(&["--ops", "quantized::pair"]), ["pair"]);
    fs::write(project.path().join("ops.txt"), "# ours\naten::sin.default\n- aten::gt.Scalar\n")
        .expect("it is writable");
    assert_eq!(project.selected(&["--ops", "ops.txt"]), ["sin", "gt.Scalar"]);
}

#[test]
fn generated_kernels_need_what_they_call() {
    let project = Project::new();
    let said = project.generate(&["--ops", "relu.out,t_copy.out,sin.default"]);
    let summary =
        "3 operators asked for, 3 more because of them: 3 called by generated kernels; `--why NAME` explains one\n";
    assert_eq!(said.err, summary);
    assert_eq!(project.selected(&["--ops", "relu.out"]), ["relu", "relu.out"]);
    let why = project.generate(&["--ops", "t_copy.out", "--why", "t"]);
    let chain = "`aten::t` is called by the generated kernel of `aten::t_copy`\n\
                 `aten::t_copy` is called by the generated kernel of `aten::t_copy.out`\n\
                 `aten::t_copy.out` was asked for\n";
    assert_eq!(why.out, chain);
    let why = |name: &str| project.generate(&["--ops", "t_copy", "--why", name]);
    assert_eq!(why("sin").out, "`sin` is not generated: nothing that was asked for needs it\n");
    assert_eq!(why("sine").err, "error: there is no operator `sine`; did you mean `aten::sin`?\n");
}

#[test]
fn gradients_need_what_their_formulas_call() {
    let project = Project::new();
    write(project.path(), "tools/autograd/derivatives.yaml", DERIVATIVES);
    assert_eq!(project.selected(&["--ops", "sin.default"]), ["sin"]);
    let with = ["--ops", "sin.default,sum.default", "--with-gradients"];
    assert_eq!(project.selected(&with), ["sum", "mul.Tensor", "mul.Scalar", "sin", "cos"]);
    let why = project.generate(&[&with[..], &["--why", "mul.Scalar"]].concat());
    let chain =
        "`aten::mul.Scalar` is called by a formula for the gradient of `aten::sum`\n`aten::sum` was asked for\n";
    assert_eq!(why.out, chain);
}

#[test]
fn programs_are_read_for_their_operators() {
    let project = Project::new();
    // Code has names, and the shapes of calls.
    let scripted = ["--programs", &program("scripted.pt")];
    let said = project.generate(&scripted);
    let warning = |names: &str| {
        format!(
            "warning: the programs have operators that no file defines, so nothing is generated for them: {names}\n"
        )
    };
    assert_eq!(said.err, warning("`aten::len`") + "8 operators asked for\n");
    let of_code = ["relu", "add.Tensor", "sum.dim_IntList", "mul.Tensor", "mul.Scalar", "cat", "linear", "clamp"];
    assert_eq!(project.selected(&scripted), of_code);
    // The table for mobile has overloads, and so have exported programs.
    let mobile = ["--programs", &program("mobile.ptl")];
    assert_eq!(project.generate(&mobile).err, warning("`aten::len.t`") + "7 operators asked for\n");
    let of_table = ["relu", "add.Tensor", "sum.dim_IntList", "mul.Scalar", "cat", "linear", "clamp"];
    assert_eq!(project.selected(&mobile), of_table);
    let of_graphs = ["relu", "add.Tensor", "sum", "sin", "cos", "gt.Scalar"];
    assert_eq!(project.selected(&["--programs", &program("exported.pt2")]), of_graphs);
    // All programs of a folder.
    assert_eq!(project.selected(&["--programs", &program(""), "--depfile", "out.d"]).len(), 12);
    let dependencies = fs::read_to_string(project.path().join("out.d")).expect("it was written");
    assert!(dependencies.contains("exported.pt2") && !dependencies.contains("make.py"), "{dependencies}");
}

#[test]
fn options_select_what_the_yaml_of_a_selection_selects() {
    let (named, listed) = (Project::new(), Project::new());
    let operator =
        "{is_root_operator: true, is_used_for_training: false, include_all_overloads: false, debug_info: []}";
    let selection = format!("operators:\n  aten::cat: {operator}\n  aten::add.Tensor: {operator}\n");
    write(listed.path(), "selected_operators.yaml", &selection);
    assert_eq!(listed.selected(&[]), ["add.Tensor", "cat"]);
    assert_eq!(named.selected(&["--ops", "cat.default,add.Tensor"]), ["add.Tensor", "cat"]);
    assert_eq!(tree(&named.path().join("out/build")), tree(&listed.path().join("out/build")));
    // The caller's list replaces that of the tree.
    assert_eq!(listed.selected(&["--ops", "sin.default"]), ["sin"]);
}

#[test]
fn mistakes_have_a_reason_and_a_remedy() {
    let project = Project::new();
    let saved = |name: &str, bytes: &[u8]| fs::write(project.path().join(name), bytes).expect("it is writable");
    let scripted = fs::read(program("scripted.pt")).expect("it is there");
    saved("cut.pt", &scripted[..1000]);
    saved("text.pt", b"import torch\n");
    saved("empty.pt", b"");
    saved("flat.ptl", b"\0\0\0\0PTMF");
    fs::create_dir(project.path().join("models")).expect("a new folder");
    let weights = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/weights/cases/float16/model.pt");
    assert!(weights.exists(), "{}", weights.display());
    saved("weights.pt", &fs::read(weights).expect("it is there"));
    let wrong = [
        (["--ops", "aten::ad.Tensor"], "there is no operator `aten::ad.Tensor`; did you mean `aten::add.Tensor`?"),
        (["--ops", "sun"], "there is no operator `sun`; did you mean `aten::sin`?"),
        (
            ["--ops", "list_of_operators.txt"],
            "there is no operator `list_of_operators.txt`; there is no file of this name",
        ),
        (["--ops", "lists/ops.txt"], "there is no file lists/ops.txt; name operators, or a file"),
        (["--programs", "none"], "cannot read the folder none: "),
        (["--programs", "models"], "there is no saved program in models; a saved program is a file `NAME.pt`, "),
        (["--programs", "cut.pt"], "cut.pt is not a saved program: the archive has no end; give programs that"),
        (["--programs", "text.pt"], "text.pt is not a saved program: it is not a zip archive; "),
        (["--programs", "empty.pt"], "empty.pt is not a saved program: it is not a zip archive; "),
        (
            ["--programs", "flat.ptl"],
            "flat.ptl is not a saved program: it is in the flatbuffer form; save it again with",
        ),
        (
            ["--programs", "weights.pt"],
            "weights.pt is not a saved program: it is a checkpoint, which has weights and no",
        ),
    ];
    for (arguments, message) in wrong {
        let said = project.generate(&arguments);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
        assert!(said.err.starts_with(&format!("error: {message}")) && said.err.lines().count() == 1, "{}", said.err);
    }
    fs::write(project.path().join("ops.txt"), "aten::sin\nadd.Tensr\n").expect("it is writable");
    let said = project.generate(&["--ops", "ops.txt"]);
    assert!(said.code == Some(1) && said.err.contains(" --> ops.txt:2:1\n"), "{}", said.err);
}
