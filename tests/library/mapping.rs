//! The framework's own mapping documents: what opgen makes of them is what the framework's tools make of them.

use std::fs;
use std::path::Path;
use std::process::Command;

use opgen::mapping::Mappings;
use opgen::source::Level;
use serde_json::Value;
use similar::TextDiff;

const REVISION: &str = "mapping/46ceb37d";

fn assert_same(expected: &str, found: &str, what: &str) {
    let diff = TextDiff::from_lines(expected, found);
    assert!(expected == found, "{what}\n{}", diff.unified_diff().context_radius(0).header("expected", "found"));
}

#[test]
fn metadata_and_aliases_are_those_of_the_framework() {
    let Some(oracle) = crate::oracle::oracle() else { return };
    let mappings = Mappings::read(&oracle.join(REVISION).join("docs")).expect("there are documents");
    let expected = oracle.join(REVISION).join("expected");
    let read = |name: &str| fs::read_to_string(expected.join(name)).expect("it is there");
    let json = |text: &str| serde_json::from_str::<Vec<Value>>(text).expect("it is a JSON array");
    let (expected, found) = (json(&read("docs_mappings.json")), json(&mappings.metadata()));
    for (expected, found) in expected.iter().zip(&found) {
        assert_eq!(expected, found);
    }
    assert_eq!(expected.len(), found.len());
    assert_same(&read("alias_macro_lines.md"), &mappings.alias_commands().expect("there are aliases"), "aliases");
    let failed = mappings.diagnostics.sorted().iter().filter(|finding| finding.rule.code() == "N0940").count();
    assert_eq!(failed, read("alias_refer_failed.log").lines().count());
}

/// Two APIs have two rows each, so nothing is written unless that is allowed.
#[test]
fn the_table_is_that_of_the_framework() {
    let Some(oracle) = crate::oracle::oracle() else { return };
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mapping-table");
    let _ = fs::remove_dir_all(&copy);
    copy_folder(&oracle.join(REVISION).join("docs"), &copy);
    let apply = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        command.args(["mapping", "apply"]).arg(&copy).args(arguments).output().expect("opgen runs")
    };
    let expected = oracle.join(REVISION).join("expected");
    let facts: Value = serde_json::from_str(&fs::read_to_string(expected.join("facts.json")).expect("it is there"))
        .expect("it is JSON");
    let refused = apply(&["--check-only"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(!copy.join("generated.tmp.md").exists());
    for api in facts["twice"].as_array().expect("there is a list") {
        assert!(said.contains(&format!("`{}` is in 2 rows", api.as_str().unwrap_or_default())), "{said}");
    }
    assert_eq!(said.matches("error[").count(), facts["twice"].as_array().map_or(0, Vec::len), "{said}");
    assert!(apply(&["--check-only", "--warn", "E0933"]).status.success());
    let text = |path: &Path| fs::read_to_string(path).expect("it is there");
    assert_same(&text(&expected.join("generated.md")), &text(&copy.join("generated.tmp.md")), "the table");
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it is writable");
    for entry in fs::read_dir(from).expect("it is readable").flatten() {
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_folder(&entry.path(), &to),
            false => fs::write(to, fs::read(entry.path()).expect("it is readable")).expect("it is writable"),
        }
    }
}

/// Every error and warning must be in the list, and every listed one must occur. Notes are counted.
#[test]
fn the_findings_in_the_real_documents_are_those_that_are_listed() {
    let Some(oracle) = crate::oracle::oracle() else { return };
    let mappings = Mappings::read(&oracle.join(REVISION).join("docs")).expect("there are documents");
    let page = include_str!("findings/mapping.md");
    let mut found: Vec<String> = Vec::new();
    for finding in mappings.diagnostics.sorted() {
        if finding.level != Level::Note {
            found.push(format!("{} {}\n", finding.rule.code(), mappings.sources.place(finding.span)));
        }
    }
    let mut judged = crate::oracle::judged(page);
    found.sort();
    judged.sort();
    assert_same(&judged.concat(), &found.concat(), "findings");
    for (code, count) in page.lines().filter_map(counted) {
        let found = mappings.diagnostics.sorted().iter().filter(|finding| finding.rule.code() == code).count();
        assert_eq!(found, count, "{code}");
    }
}

/// A row with a code and the number of its findings.
fn counted(row: &str) -> Option<(&str, usize)> {
    let mut cells = row.strip_prefix("| N")?.split('|').map(str::trim);
    let code = cells.next()?;
    Some((&row[2..3 + code.len()], cells.next()?.parse().ok()?))
}
