//! `action.yml`: its scripts are run as GitHub runs them, with a `gh` that keeps the comments of one pull request in a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_yaml::Value;
use tempfile::TempDir;

use crate::support::{OP, text, write};

/// Keeps comments as `ID TYPE FIRST-LINE` in `comments`, and their texts in `ID.md`. Without the file `may-write` it refuses to.
const GH: &str = r#"#!/bin/bash
set -eu
cd "$GH_STORE"
echo "$*" >> calls
for argument; do case $argument in body=@*) body=${argument#body=@} ;; esac; done
case "$*" in
  *"-X POST repos/own/er/issues/7/comments"*)
    test -e may-write
    id=$(($(wc -l < comments) + 1))
    echo "$id Bot $(head -1 "$body")" >> comments
    cp "$body" $id.md ;;
  *"-X PATCH repos/own/er/issues/comments/"*)
    test -e may-write
    id=$(grep -oE 'comments/[0-9]+' <<< "$*" | tr -dc 0-9)
    cp "$body" $id.md ;;
  *"--paginate repos/own/er/issues/7/comments --jq"*)
    marker=$(grep -oE '<!-- [a-z ]+ -->' <<< "$*")
    grep -oE "^[0-9]+ Bot $marker" comments | cut -d' ' -f1 || true ;;
  *) echo "unexpected: $*" >&2; exit 3 ;;
esac
"#;

/// A checkout of a pull request, and the folders of a run.
struct Run {
    base: TempDir,
    steps: Vec<Value>,
    /// The values of expressions.
    context: BTreeMap<String, String>,
}

impl Run {
    fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let action = fs::read_to_string(root.join("action.yml")).expect("it is there");
        let action: Value = serde_yaml::from_str(&action).expect("it is YAML");
        let base = tempfile::tempdir().expect("a temporary folder");
        for folder in ["repository", "temp", "store"] {
            fs::create_dir(base.path().join(folder)).expect("a new folder");
        }
        write(base.path(), "bin/gh", GH);
        write(base.path(), "store/comments", "1 User <!-- what opgen diff says --> by somebody else\n");
        write(base.path(), "store/may-write", "");
        let mut run = Run {
            base,
            steps: action["runs"]["steps"].as_sequence().expect("there are steps").clone(),
            context: BTreeMap::new(),
        };
        Command::new("chmod").arg("+x").arg(run.path("bin/gh")).status().expect("it runs");
        run.git(&["init", "-q", "-b", "main"]);
        write(&run.path("repository"), "ops.yaml", OP);
        run.commit();
        let head = run.git(&["rev-parse", "HEAD"]);
        for (input, value) in action["inputs"].as_mapping().expect("there are inputs") {
            let default = value["default"].as_str().unwrap_or_default();
            run.set(&format!("inputs.{}", input.as_str().expect("it is a name")), default);
        }
        let github = [("repository", "own/er"), ("server_url", "https://example.org"), ("run_id", "1")];
        github.iter().for_each(|(name, value)| run.set(&format!("github.{name}"), value));
        run.set("github.event.pull_request.number", "7");
        run.set("github.event.pull_request.base.sha", head.trim());
        run.set("steps.install.outputs.program", env!("CARGO_BIN_EXE_opgen"));
        run
    }

    fn set(&mut self, name: &str, value: &str) {
        self.context.insert(name.to_owned(), value.to_owned());
    }

    fn path(&self, name: &str) -> PathBuf {
        self.base.path().join(name)
    }

    fn git(&self, arguments: &[&str]) -> String {
        let user = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let output = Command::new("git").args(user).args(arguments).current_dir(self.path("repository")).output();
        let output = output.expect("git runs");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    fn commit(&self) {
        self.git(&["add", "."]);
        self.git(&["commit", "-qm", "a change"]);
    }

    fn edit(&self, from: &str, to: &str) {
        let path = self.path("repository/ops.yaml");
        let old = fs::read_to_string(&path).expect("it is there");
        fs::write(path, old.replace(from, to)).expect("it is writable");
        self.commit();
    }

    /// The value of a text with an expression: the first of the alternatives in it that is not empty.
    fn value(&self, text: &str) -> String {
        let mut value = String::new();
        let mut rest = text;
        while let Some((before, expression)) = rest.split_once("${{") {
            let (expression, after) = expression.split_once("}}").expect("it has an end");
            let names = expression.split("||").map(|name| self.context.get(name.trim()).cloned().unwrap_or_default());
            value += before;
            value += &names.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
            rest = after;
        }
        value + rest
    }

    /// Runs the script of a step, and stores its outputs.
    fn step(&mut self, name: &str) -> Output {
        let step = self.steps.iter().find(|step| step["name"] == name).expect("there is such a step").clone();
        let script = self.path("temp/script.sh");
        fs::write(&script, step["run"].as_str().expect("it has a script")).expect("it is writable");
        write(&self.path("temp"), "output", "");
        let bin = format!("{}:{}", self.path("bin").display(), std::env::var("PATH").expect("there is one"));
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail"]).arg(&script).current_dir(self.path("repository"));
        command.env("PATH", bin).env("GH_STORE", self.path("store")).env("RUNNER_TEMP", self.path("temp"));
        command.env("GITHUB_OUTPUT", self.path("temp/output")).env("GITHUB_STEP_SUMMARY", self.path("temp/summary"));
        for (variable, value) in step["env"].as_mapping().expect("it has variables") {
            let value = self.value(value.as_str().expect("it is a text"));
            command.env(variable.as_str().expect("it is a name"), value);
        }
        let output = command.output().expect("bash runs");
        let set = fs::read_to_string(self.path("temp/output")).expect("it is there");
        for (key, value) in set.lines().filter_map(|line| line.split_once('=')) {
            let id = step["id"].as_str().expect("only a step with a name has outputs");
            self.set(&format!("steps.{id}.outputs.{key}"), value);
        }
        output
    }

    /// Runs every step after the installation. Returns what was printed, and whether the last step succeeded.
    fn all(&mut self) -> (String, bool) {
        let mut said = String::new();
        for name in ["Find the base", "Check", "Compare", "Comment"] {
            let output = self.step(name);
            assert!(output.status.success(), "{name}: {}{}", text(&output.stdout), text(&output.stderr));
            said += &text(&output.stdout);
        }
        let last = self.step("Decide");
        (said + &text(&last.stdout), last.status.success())
    }

    fn comments(&self) -> usize {
        fs::read_to_string(self.path("store/comments")).expect("it is there").lines().count()
    }

    fn comment(&self) -> String {
        fs::read_to_string(self.path("store/2.md")).expect("the action wrote one")
    }
}

#[test]
fn no_script_contains_an_expression() {
    for step in Run::new().steps {
        assert!(!step["run"].as_str().unwrap_or_default().contains("${{"), "{step:?}");
    }
}

#[test]
fn a_change_is_one_comment_that_is_updated() {
    let mut run = Run::new();
    assert_eq!(run.all(), (String::new(), true));
    assert_eq!(run.comments(), 1, "nothing changed, so there is nothing to say");

    run.edit("(Tensor x)", "(Tensor x, int axis)");
    let (said, succeeded) = run.all();
    assert!(!succeeded && said.contains("::error file=ops.yaml,"), "{said}");
    assert!(said.ends_with("::error title=opgen::the change breaks a denied class\n"), "{said}");
    assert_eq!(run.comments(), 2);
    assert!(run.comment().contains("breaks api (1 operator)"), "{}", run.comment());
    let report = fs::read_to_string(run.path("temp/summary")).expect("there is one");
    assert!(report.contains("breaks api (1 operator)"), "{report}");

    run.edit("(Tensor x, int axis)", "(Tensor x)");
    assert!(run.all().1);
    assert_eq!(run.comments(), 2, "it is the same comment");
    assert!(run.comment().contains("no operator changed"), "{}", run.comment());
}

#[test]
fn errors_are_annotations_and_findings_are_uploaded() {
    let mut run = Run::new();
    run.edit("Tensor(out)", "Tensr(out)");
    let output = run.step("Check");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("::error file=ops.yaml,line=3,"), "{}", text(&output.stdout));
    let sarif = fs::read_to_string(run.path("temp/opgen.sarif")).expect("it is there");
    assert!(sarif.contains("\"E0202\""), "{sarif}");
    assert!(!run.step("Decide").status.success());
}

#[test]
fn a_failure_of_opgen_is_one_of_the_step() {
    let mut run = Run::new();
    run.set("inputs.deny", "nonsense");
    assert!(run.step("Find the base").status.success());
    assert!(run.step("Check").status.success());
    assert!(!run.step("Compare").status.success());
}

/// The author of a pull request chooses the names of branches and folders, so they may be hostile.
#[test]
fn names_are_never_run() {
    let mut run = Run::new();
    for name in ["$(touch pwned)", "`touch pwned`", "\"; touch pwned; \"", "--upload-pack=touch pwned", "-x"] {
        run.set("inputs.base", name);
        assert!(!run.step("Find the base").status.success(), "{name} is no commit");
        run.set("inputs.root", name);
        run.step("Check");
        run.set("inputs.root", "");
    }
    assert!(!run.path("repository/pwned").exists());
}

#[test]
fn without_permission_the_check_still_counts() {
    let mut run = Run::new();
    run.edit("(Tensor x)", "(Tensor x, int axis = 1)");
    fs::remove_file(run.path("store/may-write")).expect("it is there");
    let (said, succeeded) = run.all();
    assert!(succeeded && said.contains("::warning title=opgen::cannot write a comment"), "{said}");
}

#[test]
fn a_long_report_is_cut_where_it_can_be() {
    let mut run = Run::new();
    let ops: String = (0..900).map(|i| OP.replace("foo", &format!("an_operator_with_a_long_name_{i}"))).collect();
    fs::write(run.path("repository/ops.yaml"), OP.to_owned() + &ops).expect("it is writable");
    run.commit();
    let base = run.git(&["rev-parse", "HEAD"]);
    run.set("github.event.pull_request.base.sha", base.trim());
    run.edit("(Tensor x)", "(Tensor x, int axis)");
    assert!(!run.all().1);
    let comment = run.comment();
    assert!(comment.len() < 60_000 && comment.contains("| api | 901 | denied |"), "{comment}");
    assert!(comment.ends_with("[see the run](https://example.org/own/er/actions/runs/1).\n"), "{comment}");
}

/// The base of a pull request is not in a shallow checkout.
#[test]
fn a_shallow_checkout_fetches_the_base() {
    let mut run = Run::new();
    run.edit("(Tensor x)", "(Tensor x, int axis)");
    let (origin, clone) = (run.path("origin"), run.path("repository"));
    fs::rename(&clone, &origin).expect("it is a folder");
    let url = format!("file://{}", origin.display());
    let cloned = Command::new("git").args(["clone", "-q", "--depth=1", &url]).arg(&clone).status();
    assert!(cloned.is_ok_and(|status| status.success()));
    let allow = ["config", "uploadpack.allowAnySHA1InWant", "true"];
    Command::new("git").args(allow).current_dir(&origin).status().expect("git runs");
    let output = run.step("Find the base");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = run.step("Compare");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("::error file=ops.yaml,"), "{}", text(&output.stdout));
}

/// Errors that the base already has neither fail nor annotate a pull request.
#[test]
fn only_new_findings_count() {
    let mut run = Run::new();
    run.edit("Tensor(out)", "Tensr(out)");
    let base = run.git(&["rev-parse", "HEAD"]);
    run.set("github.event.pull_request.base.sha", base.trim());
    let path = run.path("repository/ops.yaml");
    let old = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, format!("# a comment\n{old}\n{}", OP.replace("foo", "bar").replace("kernel", "kernl")))
        .expect("it is writable");
    run.commit();
    assert!(run.step("Find the base").status.success());
    let output = text(&run.step("Check").stdout);
    assert!(output.contains("kernl") && !output.contains("Tensr"), "{output}");
}

/// GitHub drops annotations beyond the tenth of a kind.
#[test]
fn at_most_ten_annotations_of_a_kind() {
    let mut run = Run::new();
    let ops: String = (0..30).map(|i| OP.replace("foo", &format!("op{i}")).replace("kernel", "kernl")).collect();
    fs::write(run.path("repository/ops.yaml"), OP.to_owned() + &ops).expect("it is writable");
    run.commit();
    assert!(run.step("Find the base").status.success());
    let output = text(&run.step("Check").stdout);
    let count = |kind: &str| output.lines().filter(|line| line.starts_with(kind)).count();
    assert!(count("::error ") <= 10 && count("::warning ") <= 10, "{output}");
    assert_eq!(output.matches("unknown key `kernl`").count(), 30, "the log has the others: {output}");
}

/// A cached installation is not made again.
#[test]
fn an_installation_is_kept() {
    let mut run = Run::new();
    write(&run.path("temp"), "opgen/bin/opgen", "#!/bin/sh\nexit 0\n");
    Command::new("chmod").arg("+x").arg(run.path("temp/opgen/bin/opgen")).status().expect("it runs");
    run.set("inputs.package", "there is no such package");
    let action = env!("CARGO_MANIFEST_DIR");
    run.set("github.action_path", action);
    let mut hashes = Vec::new();
    for package in ["there is no such package", "nor this one", "nor this one"] {
        run.set("inputs.package", package);
        assert!(run.step("Identify opgen").status.success());
        hashes.push(run.context["steps.identity.outputs.hash"].clone());
    }
    assert!(hashes[0] != hashes[1] && hashes[1] == hashes[2] && hashes[0].len() == 32, "{hashes:?}");
    assert!(run.step("Install opgen").status.success());
    assert_eq!(run.context["steps.install.outputs.program"], run.path("temp/opgen/bin/opgen").display().to_string());
}
