//! Selective builds: only some operators, and what they need.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use opgen::compare::facts::{self, Facts};
use tempfile::TempDir;

use crate::skip::skip;
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
    // A gradient needs its forward operator.
    assert_eq!(project.selected(&["--ops", "add_grad"]), ["add", "add_grad"]);
    // The name in saved programs.
    assert_eq!(project.selected(&["--ops", "elementwise_add"]), ["add"]);
    assert_eq!(project.selected(&["--ops", "sin", "--ops", "add"]), ["add", "sin"]);
    assert_eq!(project.selected(&["--ops", "sin, add"]), ["add", "sin"]);
}

#[test]
fn a_run_says_how_many_operators_are_needed_and_why() {
    let project = Project::new();
    let said = project.generate(&["--ops", "relu6,sin"]);
    assert_eq!(said.err, "2 operators asked for, 1 more because of them: 1 invoked; `--why NAME` explains one\n");
    // A run with nothing to do says it, too.
    assert_eq!(project.generate(&["--ops", "relu6,sin"]).err, said.err);
    assert_eq!(project.generate(&["--ops", "sin"]).err, "1 operator asked for\n");
    assert_eq!(project.generate(&["--ops", "sin", "--quiet"]).err, "");
    let why = |name: &str| project.generate(&["--ops", "relu6,add_grad", "--why", name]);
    assert_eq!(why("relu").out, "`relu` (dense) is invoked by `relu6` (dense)\n`relu6` (dense) was asked for\n");
    let forward = "`add` (dense) is the forward operator of `add_grad` (dense)\n`add_grad` (dense) was asked for\n";
    // The name in saved programs.
    assert_eq!(why("elementwise_add").out, forward);
    assert_eq!(why("sin").out, "`sin` is not generated: nothing that was asked for needs it\n");
    let unknown = why("sine");
    assert_eq!(
        (unknown.code, unknown.err.as_str()),
        (Some(2), "error: there is no operator `sine`; did you mean `sin`?\n")
    );
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
        "warning: the programs have operators that no file defines, so nothing is generated for them: `my_custom`\n\
         2 operators asked for, 1 more because of them: 1 invoked; `--why NAME` explains one\n"
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
    fs::write(project.path().join("empty.txt"), "# none\n").expect("it is writable");
    let errors = [
        (["--ops", "empty.txt"], "this list of operators is empty", "--> empty.txt", "one name on each line"),
        (["--ops", "ops.txt"], "there is no operator `reluu`", " --> ops.txt:2:6\n", "did you mean `relu`?"),
    ];
    for (arguments, message, place, help) in errors {
        let said = project.generate(&arguments);
        assert_eq!(said.code, Some(1), "{}", said.err);
        for part in [message, place, help] {
            assert!(said.err.contains(part), "{arguments:?}: {}", said.err);
        }
    }
    // What is wrong with an option is said without a report.
    let wrong = [
        (["--ops", " "], "this list of operators is empty; write one name on each line"),
        (["--ops", "sine"], "there is no operator `sine`; did you mean `sin`?"),
        (["--ops", "none.txt"], "there is no file none.txt; name operators, or a file"),
        (["--programs", "none"], "cannot read the folder none: "),
        (["--programs", "models"], "there is no saved program in models; "),
        (["--programs", "cut.pdmodel"], "cut.pdmodel is not a saved program: it ends in the middle"),
    ];
    for (arguments, message) in wrong {
        let said = project.generate(&arguments);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
        assert!(said.err.starts_with(&format!("error: {message}")) && said.err.lines().count() == 1, "{}", said.err);
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
    assert_eq!(error.kind(), opgen::BuildErrorKind::Usage);
    assert_eq!(error.to_string(), "there is no operator `relu7x`; did you mean `relu`?");
}

/// What each file declares.
fn facts(folder: &Path) -> BTreeMap<PathBuf, Facts> {
    tree(folder).into_iter().map(|(path, text)| (path, facts::of(&text))).collect()
}

/// The operators that are registered for programs.
fn registered(facts: &BTreeMap<PathBuf, Facts>) -> BTreeSet<&str> {
    let names = facts.values().flat_map(|facts| facts.keys());
    names.filter_map(|name| name.strip_prefix("REGISTER_OPERATOR(")?.strip_suffix(')')).collect()
}

/// A selective build declares a part of what a complete build declares, and everything that a program needs.
#[test]
fn a_selective_build_is_a_part_of_the_whole() {
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle");
    if !oracle.is_dir() {
        return skip("there is no ../shared/oracle");
    }
    let program = oracle.join("translate/programs/model_lenet_data.pdmodel");
    let bytes = fs::read(&program).expect("it is there");
    let has = |ty: &&str| {
        let field = [&[0x1a, ty.len() as u8], ty.as_bytes()].concat();
        bytes.windows(field.len()).any(|window| window == field)
    };
    for release in ["paddle-2.6.2", "paddle-3.0-beta2"] {
        let root = oracle.join(release).join("yaml").display().to_string();
        let out = tempfile::tempdir().expect("a temporary folder");
        let generated = |name: &str, arguments: &[&str]| {
            let fixed = ["generate", "--root", &root, "--out", name, "--quiet"];
            let said = opgen(out.path(), &[&fixed, arguments].concat());
            assert_eq!(said.code, Some(0), "{}", said.err);
            facts(&out.path().join(name))
        };
        let whole = generated("whole", &[]);
        let program = program.display().to_string();
        let programs = generated("programs", &["--programs", &program]);
        let gradients = generated("gradients", &["--ops", "conv2d,scatter", "--with-gradients"]);
        // An operator without its gradient has fewer bases.
        for (part, same) in [(&programs, false), (&gradients, true)] {
            assert!(part.keys().eq(whole.keys()), "every output exists");
            for (path, facts) in part {
                let strange = facts.iter().find(|(name, declared)| {
                    !whole[path].get(*name).is_some_and(|all| !same || declared.is_subset(all))
                });
                assert_eq!(strange, None, "{}", path.display());
            }
            let number = |facts: &BTreeMap<PathBuf, Facts>| facts.values().map(Facts::len).sum::<usize>();
            assert!(number(part) * 2 < number(&whole), "{} of {}", number(part), number(&whole));
        }
        let needed: BTreeSet<&str> = registered(&whole).into_iter().filter(has).collect();
        assert!(needed.contains("conv2d") && needed.is_subset(&registered(&programs)), "{needed:?}");
        let grad = ["conv2d", "conv2d_grad", "conv2d_grad_grad", "scatter", "scatter_grad"];
        assert!(BTreeSet::from(grad).is_subset(&registered(&gradients)), "{:?}", registered(&gradients));
        assert!(!registered(&programs).contains("conv2d_grad"));
    }
}
