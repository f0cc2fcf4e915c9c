//! Selective builds: only some operators, and what they need.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{Said, folder_with, opgen, tree};

const OPS: &str = "\
- op : add
  args : (Tensor x, Tensor y)
  output : Tensor(out)
  infer_meta :
    func : ElementwiseInferMeta
  kernel :
    func : add
  backward : add_grad

- op : relu
  args : (Tensor x)
  output : Tensor(out)
  infer_meta :
    func : UnchangedInferMeta
  kernel :
    func : relu
  inplace : (x -> out)
  backward : relu_grad

- op : relu6
  args : (Tensor x)
  output : Tensor(out)
  invoke : relu(x)

- op : sin
  args : (Tensor x)
  output : Tensor(out)
  infer_meta :
    func : UnchangedInferMeta
  kernel :
    func : sin
";

const BACKWARD: &str = "\
- backward_op : add_grad
  forward : add (Tensor x, Tensor y) -> Tensor(out)
  args : (Tensor x, Tensor y, Tensor out_grad)
  output : Tensor(x_grad), Tensor(y_grad)
  infer_meta :
    func : GeneralBinaryGradInferMeta
    param : [x, y]
  kernel :
    func : add_grad

- backward_op : relu_grad
  forward : relu (Tensor x) -> Tensor(out)
  args : (Tensor out, Tensor out_grad)
  output : Tensor(x_grad)
  infer_meta :
    func : UnchangedInferMeta
    param : [out]
  kernel :
    func : relu_grad
";

const COMPAT: &str = "- op : add (elementwise_add)\n  backward : add_grad (elementwise_add_grad)\n";

/// A project whose C++ API is generated.
struct Project(TempDir);

impl Project {
    fn new() -> Self {
        Project(folder_with(&[("ops.yaml", OPS), ("backward.yaml", BACKWARD), ("op_compat.yaml", COMPAT)]))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn generate(&self, arguments: &[&str]) -> Said {
        let fixed = ["generate", "--root", ".", "--out", "out", "--target", "cpp_api,signature"];
        opgen(self.path(), &[&fixed, arguments].concat())
    }

    /// The functions of the C++ API, forward and backward.
    fn functions(&self) -> Vec<String> {
        let texts = tree(&self.path().join("out/paddle/phi/api"));
        let headers = texts.iter().filter(|(path, _)| path.extension().is_some_and(|extension| extension == "h"));
        let declared = headers.flat_map(|(_, text)| text.lines()).filter(|line| line.starts_with("PADDLE_API "));
        let name = |line: &str| Some(line.split_once('(')?.0.rsplit([' ', '&']).next()?.to_owned());
        let mut names: Vec<String> = declared.filter_map(name).collect();
        names.sort();
        names
    }

    fn selected(&self, arguments: &[&str]) -> Vec<String> {
        let said = self.generate(arguments);
        assert_eq!(said.code, Some(0), "{}", said.err);
        self.functions()
    }
}

/// A saved program with one block of operators of these types.
fn program(types: &[&str]) -> Vec<u8> {
    let message = |key: u8, content: &[u8]| [&[key, content.len() as u8], content].concat();
    let operators = types.iter().flat_map(|ty| message(0x22, &message(0x1a, ty.as_bytes())));
    message(0x0a, &operators.collect::<Vec<_>>())
}

#[test]
fn operators_come_with_what_they_need() {
    let project = Project::new();
    assert_eq!(project.selected(&[]), ["add", "add_grad", "relu", "relu6", "relu_", "relu_grad", "sin"]);
    assert_eq!(project.selected(&["--ops", "add"]), ["add"]);
    assert_eq!(project.selected(&["--ops", "relu6,sin"]), ["relu", "relu6", "relu_", "sin"]);
    assert_eq!(project.selected(&["--ops", "relu_", "--with-gradients"]), ["relu", "relu_", "relu_grad"]);
    // A gradient has an operator that it is the gradient of.
    assert_eq!(project.selected(&["--ops", "add_grad"]), ["add", "add_grad"]);
    // The name in saved programs.
    assert_eq!(project.selected(&["--ops", "elementwise_add"]), ["add"]);
    assert_eq!(project.selected(&["--ops", "sin", "--ops", "add"]), ["add", "sin"]);
}

#[test]
fn a_list_is_an_input() {
    let project = Project::new();
    fs::write(project.path().join("ops.txt"), "# ours\nsin\n").expect("it is writable");
    let depfile = ["--ops", "ops.txt", "--depfile", "out.d"];
    assert_eq!(project.selected(&depfile), ["sin"]);
    let dependencies = fs::read_to_string(project.path().join("out.d")).expect("it was written");
    assert!(dependencies.contains("ops.txt"), "{dependencies}");
    assert!(project.generate(&depfile).out.starts_with("0 written"));
    fs::write(project.path().join("ops.txt"), "sin, add\n").expect("it is writable");
    let check = project.generate(&["--ops", "ops.txt", "--check"]);
    assert!(check.code == Some(1) && check.out.contains("changed paddle/phi/api/include/api.h"), "{}", check.out);
    assert_eq!(project.selected(&depfile), ["add", "sin"]);
}

#[test]
fn programs_are_read_for_their_operators() {
    let project = Project::new();
    let models = project.path().join("models");
    fs::create_dir_all(models.join("old")).expect("new folders");
    fs::write(models.join("net.pdmodel"), program(&["feed", "elementwise_add"])).expect("it is writable");
    fs::write(models.join("net.pdiparams"), [0; 64]).expect("it is writable");
    fs::write(models.join("old/__model__"), program(&["relu6", "my_custom"])).expect("it is writable");
    let said = project.generate(&["--programs", "models", "--depfile", "out.d"]);
    assert_eq!(
        said.err,
        "warning: the programs have operators that no file defines, so nothing is generated for them: `my_custom`\n"
    );
    assert_eq!(project.functions(), ["add", "relu", "relu6", "relu_"]);
    let dependencies = fs::read_to_string(project.path().join("out.d")).expect("it was written");
    for input in ["models/net.pdmodel", "models/old/__model__", " models ", " models/old "] {
        assert!(dependencies.replace('\\', "").replace('\n', " ").contains(input), "{input}: {dependencies}");
    }
    assert!(project.generate(&["--programs", "models"]).out.starts_with("0 written"));
    // Training programs have gradients, whose operators are needed, too.
    fs::write(models.join("old/__model__"), program(&["elementwise_add_grad"])).expect("it is writable");
    assert_eq!(project.selected(&["--programs", "models/old/__model__"]), ["add", "add_grad"]);
}

#[test]
fn mistakes_have_a_place_and_a_remedy() {
    let project = Project::new();
    fs::write(project.path().join("ops.txt"), "sin\nadd, reluu\n").expect("it is writable");
    fs::write(project.path().join("cut.pdmodel"), &program(&["relu"])[..5]).expect("it is writable");
    fs::create_dir(project.path().join("models")).expect("a new folder");
    let errors = [
        (["--ops", "ops.txt"], "there is no operator `reluu`", " --> ops.txt:2:6\n", "did you mean `relu`?"),
        (["--ops", "sine"], "there is no operator `sine`", " --> --ops:1:1\n", "did you mean `sin`?"),
        (["--ops", "none.txt"], "there is no file none.txt", "--> none.txt\n", "one name on each line"),
        (["--programs", "none"], "cannot read the folder none", "--> none\n", "saved programs"),
        (
            ["--programs", "models"],
            "there is no saved program in models",
            "--> models\n",
            "`NAME.pdmodel` or `__model__`",
        ),
        (
            ["--programs", "cut.pdmodel"],
            "is not a saved program: it ends in the middle",
            "--> cut.pdmodel\n",
            "pdmodel",
        ),
    ];
    for (arguments, message, place, help) in errors {
        let said = project.generate(&arguments);
        assert_eq!(said.code, Some(1), "{}", said.err);
        for part in [message, place, help] {
            assert!(said.err.contains(part), "{arguments:?}: {}", said.err);
        }
    }
    assert!(!project.path().join("out").exists(), "nothing was written");
    assert_eq!(project.generate(&["--with-gradients"]).code, Some(2), "gradients of which operators?");
}

#[test]
fn a_build_script_selects_in_the_same_way() {
    let project = Project::new();
    let select = |out: &str| {
        let builder = opgen::Builder::new().root(project.path()).targets([opgen::Target::CppApi]);
        builder.out_dir(project.path().join(out))
    };
    select("script").ops(["relu6"]).gradients(true).generate().expect("it generates");
    let out = ["generate", "--root", ".", "--out", "out", "--target", "cpp_api", "--ops", "relu6", "--with-gradients"];
    assert_eq!(opgen(project.path(), &out).code, Some(0));
    assert_eq!(tree(&project.path().join("script")), tree(&project.path().join("out")));
    let error = select("script").ops(["relu7x"]).generate().expect_err("there is no such operator");
    assert_eq!((error.kind(), error.findings().len()), (opgen::BuildErrorKind::Findings, 1));
}
