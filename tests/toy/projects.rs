//! Projects of the toy: what every framework gets from `project`.

use std::fs;
use std::path::PathBuf;

use describe::Differences;
use project::any::{AnyFramework, AnyProject};
use project::choice;
use project::framework::Version;
use project::settings::Options;
use project::wanted::WantedOptions;
use project::{Inputs, NotFound, Project, Root, nearest_root};
use reference::Origin;
use source::Diagnostic;
use tempfile::TempDir;
use toy::{PROGRAM, Toy};

const THINGS: &str = "\
- thing : ring
  uses : [gold, stne]

- thing : stone
  use : [cliff]
";

/// A tree with these files.
fn tree(files: &[(&str, &str)]) -> TempDir {
    let tree = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        fs::write(tree.path().join(name), text).expect("it is writable");
    }
    tree
}

fn checked(tree: &TempDir) -> Project<Toy> {
    Inputs::read(&Root::Tree(tree.path().to_owned()), &Options::default(), PROGRAM).analyse()
}

/// The code and the position of each finding, its message, and the help line.
fn findings(files: &[(&str, &str)]) -> Vec<String> {
    let project = checked(&tree(files));
    let line = |found: &Diagnostic| {
        let at = project.sources.region(found.span);
        let help = found.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        format!("{} {}:{} {}{help}", found.rule.code(), at.line, at.column, found.message)
    };
    project.diagnostics.sorted().into_iter().map(line).collect()
}

#[test]
fn mistakes_are_reported_with_positions_and_suggestions() {
    let expected = [
        "E1901 2:11 there is no thing `gold`; known here: `ring`, `stone`",
        "E1901 2:17 there is no thing `stne`; did you mean `stone`?",
        "E0102 5:3 unknown key `use` in a thing; did you mean `uses`?",
    ];
    assert_eq!(findings(&[("things.yaml", THINGS)]), expected);
}

#[test]
fn settings_and_comments_hold() {
    let allowed = "[rules]\nE1901 = \"allow\"\n";
    let things = THINGS.replace("use :", "uses :");
    assert_eq!(findings(&[("things.yaml", &things), ("opgen.toml", allowed)]), [""; 0]);
    let by_hand = "hand_written = [\"gold\", \"cliff\"]\n";
    let commented = things.replace("  uses : [gold", "  # opgen: allow(E1901) it is bought\n  uses : [gold");
    assert_eq!(findings(&[("things.yaml", &commented), ("opgen.toml", by_hand)]), [""; 0]);
    let wrong = findings(&[("things.yaml", &things), ("opgen.toml", "[outputs]\ntargets = [\"rust\"]\n")]);
    assert!(wrong.iter().any(|found| found.contains("there is no target `rust`; known here: `list`")), "{wrong:?}");
}

#[test]
fn a_baseline_keeps_known_findings_quiet() {
    let things = THINGS.replace("use :", "uses :");
    let tree = tree(&[("things.yaml", &things), ("opgen.toml", "")]);
    let (baseline, number) = checked(&tree).to_baseline();
    assert_eq!(number, 3);
    fs::write(tree.path().join("opgen-baseline.toml"), baseline).expect("it is writable");
    // Another line does not change what is known.
    fs::write(tree.path().join("things.yaml"), format!("- thing : box\n{things}")).expect("it is writable");
    let project = checked(&tree);
    assert_eq!((project.diagnostics.len(), project.in_baseline), (0, 3));
}

/// What a caller does who knows no framework.
#[test]
fn a_project_is_generated_and_described_as_one_of_any_framework() {
    let frameworks: &[&dyn AnyFramework] = &[&PROGRAM];
    let tree = tree(&[("things.yaml", "- thing : ring\n  uses : [stone]\n- thing : stone\n")]);
    let (root, options) = (Root::Tree(tree.path().to_owned()), Options::default());
    let wanted = WantedOptions { ops: vec!["stone".to_owned()], ..WantedOptions::default() };
    let read = |options: &Options| choice::framework(frameworks, &root, options).read(&root, options);
    let project = read(&options).analyse();
    assert_eq!(project.recipe().version.targets().len(), 1);
    let listed = |project: &dyn AnyProject| {
        let templates = project.templates().expect("there are none of its own");
        templates.render(project.plan("list")).expect("the template fits").remove(0).text
    };
    assert_eq!(listed(&*project), "* ring\n* stone\n");
    let found = project.find("ring", &root, None).expect("it is there");
    let text = describe::text(found.iter().map(|found| &found.operator), None);
    assert_eq!(text, "ring (thing), things.yaml:1:11\n  uses            stone\n");
    assert_eq!(project.find("stne", &root, None), Err(NotFound { near: Some("stone".to_owned()) }));
    assert_eq!((project.count(), project.values().len(), project.describe().len()), (2, 2, 2));
    let mut narrowed = read(&Options { wanted, ..options }).analyse();
    assert!(narrowed.narrow(&["list"].into()).is_empty());
    assert_eq!(listed(&*narrowed), "* stone\n");
}

#[test]
fn versions_are_compared() {
    let [old, new] = ["- thing : ring\n  uses : [stone]\n- thing : stone\n", "- thing : ring\n- thing : box\n"]
        .map(|things| tree(&[("things.yaml", things)]));
    let [old, new] = [&old, &new].map(|tree| Root::Tree(tree.path().to_owned()));
    let framework: &dyn AnyFramework = &PROGRAM;
    let pair = framework.read_pair(&old, &new, &Options::default());
    let described = pair.sides().map(|side| side.describe().into_iter().map(|(_, one)| one).collect::<Vec<_>>());
    let text = Differences::between(&described[0], &described[1]).text(true);
    let expected = "1 removed, 1 added, 1 changed\n- stone (thing), things.yaml:3:11\n+ box (thing), things.yaml:2:11\n\
                    ~ ring: uses, things.yaml:1:11\n    - uses: stone\n";
    assert_eq!(text, expected);
    let breaks: Vec<String> =
        pair.breaks().iter().map(|found| format!("{} {}: {}", found.class, found.operator, found.reason)).collect();
    assert_eq!((breaks, framework.break_classes().len()), (vec!["users stone: it is gone".to_owned()], 1));
}

#[test]
fn a_reference_has_a_page_for_each_thing() {
    let tree = tree(&[("things.yaml", THINGS)]);
    let project = checked(&tree);
    let plans = reference::described::plan(&project, &Origin::default());
    let paths: Vec<&str> = plans.iter().map(|plan| plan.path.as_str()).collect();
    assert!(paths.starts_with(&["op/ring.html", "op/stone.html", "index.html", "assets/search.js"]), "{paths:?}");
    assert!(paths.contains(&"rule/E1901.html") && paths.contains(&"findings.html"), "{paths:?}");
}

#[test]
fn a_tree_is_recognised_and_its_root_found() {
    let tree = tree(&[("things.yaml", THINGS), ("box.txt", ""), ("opgen.toml", "")]);
    let below = tree.path().join("a/b");
    fs::create_dir_all(&below).expect("a new folder");
    assert_eq!(nearest_root(Toy, &below, None), Some(PathBuf::from("../..")));
    assert_eq!(checked(&tree).profile.marks(), ["box.txt"]);
}
