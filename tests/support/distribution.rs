//! The YAML of releases, completed by the rules of distribution that their functions call.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The files whose operators have rules, below `paddle/phi/ops/yaml`.
const FILES: [&str; 6] = [
    "ops.yaml",
    "backward.yaml",
    "fused_ops.yaml",
    "fused_backward.yaml",
    "inconsistent/dygraph_ops.yaml",
    "inconsistent/dygraph_backward.yaml",
];

/// Copies the YAML of a release in the oracle, and adds the rules that it lacks.
pub fn yaml_with_rules(oracle: &Path, release: &str, test: &str) -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{release}-yaml"));
    drop(fs::remove_dir_all(&copy));
    copy_folder(&oracle.join(release).join("yaml"), &copy);
    let listed = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/support/distribution/{release}.txt"));
    let listed = fs::read_to_string(listed).expect("the release has a list of rules");
    let rules = listed.lines().filter(|line| !line.starts_with('#'));
    let mut rules: BTreeMap<&str, &str> = rules.map(|line| line.split_once(' ').expect("operator, rule")).collect();
    for file in FILES {
        let path = copy.join("paddle/phi/ops/yaml").join(file);
        let text = fs::read_to_string(&path).expect("the release has it");
        fs::write(path, completed(&text, &mut rules)).expect("the copy is writable");
    }
    assert!(rules.is_empty(), "no entry for {rules:?}");
    copy
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the build folder is writable");
    for entry in fs::read_dir(from).expect("the oracle is readable") {
        let path = entry.expect("the oracle is readable").path();
        let to = to.join(path.file_name().expect("it has a name"));
        match path.is_dir() {
            true => copy_folder(&path, &to),
            false => drop(fs::copy(&path, to).expect("the build folder is writable")),
        }
    }
}

/// A file whose entries have the given rules, instead of others. Takes from the rules those that it uses.
fn completed(text: &str, rules: &mut BTreeMap<&str, &str>) -> String {
    let (mut completed, mut rule) = (String::new(), None);
    for line in text.lines() {
        if let Some(item) = line.strip_prefix("- ") {
            let name = item.split_once(':').expect("an entry begins with its name").1.trim();
            rule = rules.remove(name);
        }
        if rule.is_some() && line.trim_start().starts_with("spmd_rule") {
            continue;
        }
        completed.extend([line, "\n"]);
        if let Some(rule) = rule.filter(|_| line.starts_with("  infer_meta")) {
            completed.push_str(&format!("    spmd_rule : {rule}\n"));
        }
    }
    completed
}
