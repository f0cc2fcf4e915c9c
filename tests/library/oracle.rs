//! Tests with the framework's own YAML, which is kept beside the checkout. They are skipped with a notice if it is
//! missing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use opgen::driver::{load, read};
use opgen::profile::Profile;
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::project::shards::Shards;
use opgen::registry::{Project, Registry};
use opgen::source::read::Unsaved;
use opgen::source::{Diagnostic, Level};
use opgen::targets;
use similar::TextDiff;

use crate::properties::assert_reads_back;
use crate::rendered;
use crate::skip::skip;

/// The folder with real inputs, if it is there.
pub fn oracle() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle");
    if !path.is_dir() {
        skip("there is no ../shared/oracle");
        return None;
    }
    Some(path)
}

fn paddle(oracle: &Path) -> Project {
    load(&Root::Tree(oracle.join("paddle-2.6.2/yaml")))
}

/// The versions that have real YAML, each with its profile.
pub const VERSIONS: [(&str, &str); 2] = [("paddle-2.6.2", "paddle-2.6"), ("paddle-3.0-beta2", "paddle-3.0")];

/// Files of facts, by the version that they are about and its profile.
const FACTS: [(&str, &str, &str); 7] = [
    ("paddle-2.6.2", "paddle-2.6", "facts.json"),
    ("paddle-2.6.2", "paddle-2.6", "facts-pir.json"),
    ("paddle-3.0-beta2", "paddle-3.0", "facts.json"),
    ("paddle-3.0-develop-0217", "paddle-3.0-develop-2025-02-17", "facts.json"),
    ("paddle-3.0-develop-0217", "paddle-3.0-develop-2025-02-17", DISTRIBUTED),
    ("paddle-3.0.0", "paddle-3.0-final", "facts.json"),
    ("paddle-3.3.1", "paddle-3.3", "facts.json"),
];

/// The facts that differ where the framework is built for several processes.
const DISTRIBUTED: &str = "facts-distributed.json";

/// Facts that `facts.py` misreads in the framework's own files.
///
/// The vjps take `size_tensor` from their third operand, as opgen's do: `facts.py` follows the name of its type to another
/// local variable, which is made of the second operand.
const MISREAD_VJPS: [&str; 5] =
    ["BicubicInterpOp", "BilinearInterpOp", "LinearInterpOp", "NearestInterpOp", "TrilinearInterpOp"];
/// These read the attribute `value` of the operation that makes their operand, not their own operand of that name.
const MISREAD_INFER_META: [&str; 5] = ["FillGradOp", "FillGrad_Op", "FillOp", "Fill_Op", "FullLikeOp"];

/// The expected differences of a group.
fn misread(version: &str, group: &str) -> &'static [&'static str] {
    match (version, group) {
        (_, "pir.pd_op.vjp") => &MISREAD_VJPS,
        ("paddle-3.0-beta2" | "paddle-3.0-develop-0217", "pir.pd_op.infer_meta") => &MISREAD_INFER_META,
        _ => &[],
    }
}

#[test]
fn each_tree_is_recognised() {
    let Some(oracle) = oracle() else { return };
    for (version, profile, _) in FACTS {
        let project = load(&Root::Tree(oracle.join(version).join("yaml")));
        assert_eq!(project.profile.name, profile);
    }
}

#[test]
fn the_interfaces_are_those_of_the_framework() {
    let Some(oracle) = oracle() else { return };
    for (version, profile, facts) in FACTS {
        let folder = oracle.join(version);
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("oracle").join(version);
        let mut generate = Command::new(env!("CARGO_BIN_EXE_opgen"));
        generate
            .arg("generate")
            .arg("--root")
            .arg(folder.join("yaml"))
            .arg("--out")
            .arg(&out)
            .args(["--profile", profile]);
        if facts == DISTRIBUTED {
            generate.args(["--feature", "distributed"]);
        }
        assert!(generate.status().expect("opgen runs").success(), "{version}");
        let mut compare = Command::new("python3");
        compare.arg(oracle.join("facts.py")).arg("compare").arg(folder.join(facts)).arg(&out).args(["--show", "10000"]);
        let output = compare.output().expect("python3 runs");
        let output = String::from_utf8_lossy(&output.stdout);
        assert!(output.contains("total "), "{version} {facts}: {output}");
        let mut group = "";
        let mut differences = BTreeMap::<&str, Vec<&str>>::new();
        for line in output.lines() {
            match line.strip_prefix("    ").and_then(|line| line.split_once(": ")) {
                Some(("differs" | "missing" | "unexpected", fact)) => differences.entry(group).or_default().push(fact),
                Some(_) => {}
                None if line.starts_with(' ') => {}
                None => {
                    group = line.split_whitespace().next().unwrap_or_default();
                    differences.entry(group).or_default();
                }
            }
        }
        for (group, mut found) in differences {
            found.sort_unstable();
            assert_eq!(found, misread(version, group), "{version} {facts} {group}\n{output}");
        }
    }
}

/// A tree, the page that judges its findings, and the tree whose findings that page does not repeat.
struct Judged {
    tree: &'static str,
    folder: &'static str,
    page: &'static str,
    beside: Option<&'static str>,
}

const FINDINGS: [Judged; 5] = [
    Judged {
        tree: "paddle-2.6.2",
        folder: "paddle/phi/api/yaml/",
        page: include_str!("findings/paddle-2.6.2.md"),
        beside: None,
    },
    Judged {
        tree: "paddle-3.0-beta2",
        folder: "paddle/phi/ops/yaml/",
        page: include_str!("findings/paddle-3.0-beta2.md"),
        beside: None,
    },
    Judged {
        tree: "paddle-3.0-develop-0217",
        folder: "paddle/phi/ops/yaml/",
        page: include_str!("findings/paddle-3.0-develop-0217.md"),
        beside: Some("paddle-3.0-beta2"),
    },
    Judged { tree: "paddle-3.0.0", folder: "", page: "", beside: Some("paddle-3.0-develop-0217") },
    Judged {
        tree: "paddle-3.3.1",
        folder: "paddle/phi/ops/yaml/",
        page: include_str!("findings/paddle-3.3.1.md"),
        beside: Some("paddle-3.0.0"),
    },
];

/// Every finding must be in the list, and every listed finding must occur.
#[test]
fn the_findings_in_the_real_yaml_are_those_that_are_listed() {
    let Some(oracle) = oracle() else { return };
    let read = |tree: &str| load(&Root::Tree(oracle.join(tree).join("yaml")));
    for Judged { tree, folder, page, beside } in FINDINGS {
        let project = read(tree);
        assert_eq!(project.diagnostics.count(Level::Error), 0, "{tree}");
        let beside = beside.map(read);
        let known = beside.iter().flat_map(|project| project.diagnostics.sorted());
        let mut known: Vec<_> = known.map(|finding| (finding.rule, finding.message.clone())).collect();
        let is_new = |finding: &&Diagnostic| {
            let same = known.iter().position(|(rule, message)| *rule == finding.rule && *message == finding.message);
            same.map(|at| known.swap_remove(at)).is_none()
        };
        let found = project.diagnostics.sorted().into_iter().filter(is_new).map(|finding| {
            let place = project.sources.place(finding.span).clone();
            format!("{} {}\n", finding.rule.code(), place.trim_start_matches(folder))
        });
        let mut found: Vec<String> = found.collect();
        let mut judged = judged(page);
        found.sort();
        judged.sort();
        let (judged, found) = (judged.concat(), found.concat());
        let diff = TextDiff::from_lines(judged.as_str(), found.as_str());
        assert!(judged == found, "{tree}\n{}", diff.unified_diff().context_radius(0).header("judged", "found"));
    }
}

/// A renamed operator is missing in the lists of the built-in profile. Its kernel keeps the old name.
#[test]
fn a_renamed_operator_is_missed_in_the_lists_of_a_whole_tree() {
    let Some(oracle) = oracle() else { return };
    let root = oracle.join("paddle-3.0-beta2/yaml");
    let path = root.join("paddle/phi/ops/yaml/ops.yaml");
    let text = std::fs::read_to_string(&path).expect("it is there");
    let renamed = text.replace("- op : relu\n", "- op : rectify\n");
    assert_ne!(text, renamed);
    let unsaved = Unsaved::default().with([(path, renamed.into())]);
    let project = read(&Root::Tree(root), &Options { unsaved, ..Options::default() }).analyse();
    let found = project.diagnostics.sorted().into_iter().filter(|found| found.rule.code() == "W0622");
    let found: Vec<_> =
        found.map(|found| (found.message.as_str(), found.help.as_deref().unwrap_or_default())).collect();
    assert_eq!(
        found,
        [
            (
                "the profile `paddle-3.0` lists `ReluOp`, which does not exist",
                "if it was renamed, change the name in opgen.toml in 3 lists: `pir.dialects.pd_op.exported`, \
                 `pir.dialects.cinn_op.exported`, `pir.dialects.onednn_op.exported`"
            ),
            (
                "the profile `paddle-3.0` lists `relu`, which does not exist",
                "if it was renamed, change the name in opgen.toml in 1 list: `pir.rules.decomposed`"
            ),
        ]
    );
}

/// The rows of the tables of findings, each with the code from the heading above it.
pub fn judged(page: &str) -> Vec<String> {
    let mut code = "";
    let mut judged = Vec::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            code = heading.split(':').next().unwrap_or("");
        } else if let Some((place, _)) = line.strip_prefix("| `").and_then(|row| row.split_once('`')) {
            judged.push(format!("{code} {place}\n"));
        }
    }
    judged
}

#[test]
fn the_normal_form_of_the_real_yaml_reads_back() {
    let Some(oracle) = oracle() else { return };
    for (version, profile) in VERSIONS {
        let project = load(&Root::Tree(oracle.join(version).join("yaml")));
        assert_eq!(project.profile.name, profile);
        assert_reads_back(&project);
    }
}

#[test]
fn the_order_of_the_real_compat_entries_does_not_matter() {
    let Some(oracle) = oracle() else { return };
    let profile = Profile::default();
    let outputs = |registry: &Registry| rendered::outputs(registry, &profile, targets::TARGETS, Shards::WHOLE);
    let registry = paddle(&oracle).registry;
    let mut specs = registry.specs().clone();
    specs.compat.reverse();
    assert_eq!(outputs(&registry), outputs(&Registry::new(specs, &Arc::new(profile.clone()))));
}
