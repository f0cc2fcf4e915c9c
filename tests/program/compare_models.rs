//! `opgen compare-models` names the layer of a planted difference.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::skip::skip;
use crate::support::{copy, opgen, text};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare_models")
}

/// A script of the program, which takes several models at once.
fn script(python: &str, name: &str, arguments: &[&Path]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen/top/cli/full/compare_models").join(name);
    Command::new(python).args(["-B", "-W", "ignore"]).arg(script).args(arguments).output().expect("Python runs")
}

fn job(project: &Path, plant: &Value, weights: &Path, out: &Path) -> Value {
    let model = format!("models:{}", plant["model"].as_str().expect("it is a text"));
    json!({
        "project": project, "model": model, "inputs": plant["inputs"], "weights": weights, "out": out, "seed": 1, "train": false,
    })
}

#[test]
fn planted_differences_are_named() {
    let (Ok(torch), Ok(paddle)) = (env::var("OPGEN_TORCH_PYTHON"), env::var("OPGEN_CONVERT_PYTHON")) else {
        skip("OPGEN_TORCH_PYTHON and OPGEN_CONVERT_PYTHON do not say which Python has which framework");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    copy(&root().join("original"), &at("original"));
    assert_eq!(opgen(folder.path(), &["convert", "original", "--out", "converted", "-q"]).code, Some(0));

    let model = ["--model", "models:Encoder()", "--input", "float32 2x3x4", "--torch", &torch, "--paddle", &paddle];
    let said = opgen(folder.path(), &[&["compare-models", "original", "converted"], &model[..]].concat());
    let is_same = said.out.lines().any(|line| line.starts_with("the same: "));
    assert_eq!((said.code, is_same), (Some(0), true), "{}{}", said.out, said.err);

    let plants = fs::read_to_string(root().join("plants.json")).expect("it exists");
    let plants: Vec<Value> = serde_json::from_str(&plants).expect("it is JSON");
    assert!(plants.len() >= 20, "there are {} differences", plants.len());
    let converted = fs::read_to_string(at("converted/models.py")).expect("it was written");
    let (mut originals, mut changed) = (Vec::new(), Vec::new());
    for (index, plant) in plants.iter().enumerate() {
        let part = |name: &str| plant[name].as_str().expect("it is a text");
        assert!(converted.contains(part("old")), "{}", part("old"));
        let project = at(&format!("planted/{index}"));
        copy(&at("converted"), &project);
        fs::write(project.join("models.py"), converted.replacen(part("old"), part("new"), 1)).expect("it is writable");
        let file = |kind: &str| at(&format!("{index}.{kind}.npz"));
        originals.push(job(&at("original"), plant, &file("weights"), &file("torch")));
        changed.push(job(&project, plant, &file("weights"), &file("paddle")));
    }
    for (python, framework, jobs) in [(&torch, "torch", originals), (&paddle, "paddle", changed)] {
        let path = at(&format!("{framework}.json"));
        fs::write(&path, Value::Array(jobs).to_string()).expect("it is writable");
        let ran = script(python, "record.py", &[Path::new(framework), &path]);
        assert!(ran.status.success(), "{}", text(&ran.stderr));
    }
    for (index, plant) in plants.iter().enumerate() {
        let files = ["torch", "paddle"].map(|framework| at(&format!("{index}.{framework}.npz")));
        let ran = script(&paddle, "compare.py", &[&files[0], &files[1], Path::new("1e-4")]);
        let (said, found) = (text(&ran.stdout), format!("{} differs", plant["found"].as_str().unwrap_or_default()));
        let is_named = said.lines().any(|line| line.starts_with(&found));
        assert!(is_named && ran.status.code() == Some(1), "{plant}\n{said}{}", text(&ran.stderr));
    }
}
