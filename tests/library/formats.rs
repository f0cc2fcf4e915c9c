//! Formats for other programs: renders every case of `tests/check` in each format. `tests/check/format-*` has the exact
//! text of one case, and `.ci/run` validates SARIF against its schema.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use opgen::driver::{PROGRAM, load};
use opgen::project::Root;
use opgen::registry::{Inputs, Project};
use opgen::source::{Diagnostic, Level, report};
use serde_json::Value;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check");
    let entries = fs::read_dir(folder).expect("it exists").flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

fn projects() -> impl Iterator<Item = Project> {
    cases().into_iter().map(|case| load(&Root::at(case)))
}

fn sarif(project: &Project) -> String {
    let fingerprint = |found: &Diagnostic| project.key(found).fingerprint();
    report::sarif(&project.diagnostics, &project.sources, str::to_owned, fingerprint)
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("it is a number")
}

#[test]
fn json_has_every_diagnostic_with_its_places() {
    for project in projects() {
        let written = parsed(&report::json(&project.diagnostics, &project.sources));
        let diagnostics = project.diagnostics.sorted();
        assert_eq!(written.as_array().expect("it is an array").len(), diagnostics.len());
        for (written, diagnostic) in written.as_array().into_iter().flatten().zip(diagnostics) {
            assert_eq!(written["code"], diagnostic.rule.code());
            assert_eq!(written["message"], diagnostic.message);
            let labels = written["labels"].as_array().expect("it is an array");
            assert_eq!(labels.len(), 1 + diagnostic.labels.len());
            let primary: Vec<_> = labels.iter().map(|label| label["primary"].as_bool()).collect();
            assert!(primary[0] == Some(true) && primary[1..].iter().all(|primary| *primary == Some(false)));
            let first = &labels[0];
            let place = format!("{}:{}:{}", first["file"].as_str().unwrap_or(""), first["line"], first["column"]);
            assert_eq!(place, project.sources.place(diagnostic.span));
            for label in labels {
                let start = (number(&label["line"]), number(&label["column"]));
                let end = (number(&label["end_line"]), number(&label["end_column"]));
                assert!(start >= (1, 1) && end >= start, "{label}");
            }
        }
    }
}

#[test]
fn sarif_describes_the_rules_of_its_results() {
    for project in projects() {
        let log = parsed(&sarif(&project));
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let results = run["results"].as_array().expect("it is an array");
        assert_eq!(results.len(), project.diagnostics.sorted().len());
        for result in results {
            let index = number(&result["ruleIndex"]) as usize;
            assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        }
    }
}

#[test]
fn github_gets_one_line_for_each_diagnostic() {
    for project in projects() {
        let text = report::github(&project.diagnostics, &project.sources, str::to_owned, |_| true);
        // The service shows ten annotations of each level. The others are lines of the log.
        let (annotations, log): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("::"));
        let commands = ["::error file=", "::warning file=", "::notice file="];
        let counts = commands.map(|command| annotations.iter().filter(|line| line.starts_with(command)).count());
        assert_eq!(counts.iter().sum::<usize>(), annotations.len());
        assert!(counts.iter().all(|count| *count <= 10), "{counts:?}");
        let headings = usize::from(!log.is_empty());
        assert_eq!(annotations.len() + log.len() - headings, project.diagnostics.sorted().len());
    }
}

/// GitLab ignores a report in which a required field is missing or a fingerprint is not unique.
#[test]
fn gitlab_gets_every_diagnostic_with_the_required_fields() {
    for project in projects() {
        let fingerprint = |found: &Diagnostic| project.key(found).fingerprint();
        let path = |name: &str| format!("./{name}");
        let report = parsed(&report::gitlab(&project.diagnostics, &project.sources, path, fingerprint));
        let violations = report.as_array().expect("it is an array");
        assert_eq!(violations.len(), project.diagnostics.len());
        let text = |value: &Value| value.as_str().expect("it is text").to_owned();
        let fingerprints: BTreeSet<_> = violations.iter().map(|found| text(&found["fingerprint"])).collect();
        assert_eq!(fingerprints.len(), violations.len());
        for found in violations {
            assert!(!text(&found["description"]).contains('\n') && !text(&found["check_name"]).is_empty(), "{found}");
            assert!(["critical", "minor", "info"].contains(&&*text(&found["severity"])), "{found}");
            let lines = &found["location"]["lines"];
            assert!(number(&lines["begin"]) >= 1 && number(&lines["end"]) >= number(&lines["begin"]), "{found}");
            assert!(!text(&found["location"]["path"]).starts_with("./"), "{found}");
        }
    }
}

/// The parser of Python knows XML, and `JUnit` has no schema of its own.
#[test]
fn junit_is_well_formed_and_counts_every_diagnostic() {
    const COUNTS: &str = "import sys, xml.etree.ElementTree as tree
for file in sys.argv[1:]:
    root = tree.parse(file).getroot()
    assert root.tag == 'testsuites' and all(suite.tag == 'testsuite' for suite in root), file
    for element in [root, *root]:
        cases = list(element.iter('testcase'))
        assert [int(element.get(key)) for key in ('tests', 'failures', 'skipped')] == [
            len(cases), *(len(list(element.iter(tag))) for tag in ('failure', 'skipped'))], file
    print(*(root.get(key) for key in ('tests', 'failures', 'skipped')))
";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut python = Command::new("python3");
    python.args(["-c", COUNTS]);
    let mut expected = String::new();
    for (number, project) in projects().enumerate() {
        let file = folder.path().join(format!("{number}.xml"));
        fs::write(&file, report::junit(&project.diagnostics, &project.sources, str::to_owned)).expect("it is writable");
        python.arg(file);
        let (all, errors) = (project.diagnostics.len(), project.diagnostics.count(Level::Error));
        expected += &format!("{} {errors} {}\n", all.max(1), all - errors);
    }
    let run = python.output().expect("Python runs");
    assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{}", String::from_utf8_lossy(&run.stderr));
}

/// Services compare the fingerprints of two logs to separate new findings from known ones.
#[test]
fn fingerprints_are_the_same_when_lines_move_and_differ_otherwise() {
    let op = |name: &str| {
        format!(
            "- op : {name}\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n  \
             kernel :\n    func : {name}\n  optional : nowhere, nowhere\n"
        )
    };
    let fingerprints = |text: &str| {
        let project = Inputs::from_texts([("ops", "ops.yaml", text.as_bytes())], PROGRAM).analyse();
        let log = parsed(&sarif(&project));
        let results = log["runs"][0]["results"].as_array().expect("it is an array").clone();
        let all = results.iter().map(|result| {
            let own = &result["partialFingerprints"]["opgenFinding/v1"];
            assert_eq!(own, &result["partialFingerprints"]["primaryLocationLineHash"]);
            own.as_str().expect("it is text").to_owned()
        });
        all.collect::<BTreeSet<String>>()
    };
    let (abs, ceil) = (op("abs"), op("ceil"));
    let (before, alone) = (fingerprints(&format!("{abs}{ceil}")), fingerprints(&ceil));
    // One for each `nowhere`, and one because it appears twice.
    assert_eq!((before.len(), alone.len()), (6, 3));
    assert_eq!(before, fingerprints(&format!("# moved\n\n{abs}# moved on\n{ceil}")));
    assert_eq!(before, fingerprints(&format!("{ceil}{abs}")));
    assert!(before.is_superset(&alone));
}
