//! The oracle: trees without mistakes have no findings, and each single mistake is found where it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use project::Root;
use project::settings::Options;
use serde_json::Value;
use source::report;
use torch_registry::{Inputs, Project};

/// The folder of the oracle. `None` if there is none.
fn oracle() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../../shared/oracle/torch");
    if !folder.exists() {
        eprintln!("skipped: there is no ../shared/oracle/torch");
        return None;
    }
    Some(folder)
}

fn unpack(archive: &Path, folder: &Path) {
    let status = Command::new("tar").arg("-xJf").arg(archive).arg("-C").arg(folder).status().expect("tar runs");
    assert!(status.success());
}

fn checked(root: &Path) -> Project {
    Inputs::read(&Root::at(root.to_owned()), &Options::default(), torch_check::PROGRAM).analyse()
}

#[test]
fn trees_without_mistakes_have_no_findings() {
    let Some(oracle) = oracle() else { return };
    for archive in ["2.8.0/inputs.tar.xz", "2.11.0/inputs.tar.xz", "checks/small-2.8.0.tar.xz"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        unpack(&oracle.join(archive), folder.path());
        let review = checked(folder.path()).review;
        let (diagnostics, sources) = (&review.diagnostics, &review.sources);
        assert!(diagnostics.is_empty(), "{archive}: {}", report::render_all(diagnostics, sources));
    }
}

/// The text with a mistake, and the line of the first character that differs.
fn mistaken(text: &str, line: usize, old: &str, new: &str) -> (String, usize) {
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let at = text[start..].find(old).map(|at| at + start).or_else(|| text.find(old)).expect("the text is there");
    let same = old.bytes().zip(new.bytes()).take_while(|(one, other)| one == other).count();
    let line = text[..at + same].matches('\n').count() + 1;
    (format!("{}{new}{}", &text[..at], &text[at + old.len()..]), line)
}

#[test]
fn each_mistake_is_found_where_it_is() {
    let Some(oracle) = oracle() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    unpack(&oracle.join("checks/small-2.8.0.tar.xz"), folder.path());
    let mutants = fs::read_to_string(oracle.join("checks/mutants-2.8.0.json")).expect("it is readable");
    let mutants: Vec<Value> = serde_json::from_str(&mutants).expect("it is JSON");
    assert!(!mutants.is_empty());
    let mut missed = Vec::new();
    for mutant in &mutants {
        let field = |name: &str| mutant[name].as_str().expect("it is text");
        let path = folder.path().join(field("file"));
        let text = fs::read_to_string(&path).expect("it is readable");
        let given = mutant["line"].as_u64().expect("it is a number") as usize;
        let (changed, line) = mistaken(&text, given, field("old"), field("new"));
        fs::write(&path, changed).expect("it is writable");
        let review = checked(folder.path()).review;
        let (diagnostics, sources) = (&review.diagnostics, &review.sources);
        fs::write(&path, text).expect("it is writable");
        let sorted = diagnostics.sorted();
        let mut lines = sorted.iter().filter(|found| sources.file(found.span.file).name() == field("file"));
        if !lines.any(|found| sources.region(found.span).line.abs_diff(line) <= 1) {
            missed.push(format!("{} {}: {}", field("id"), field("what"), report::render_all(diagnostics, sources)));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
