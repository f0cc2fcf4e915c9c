//! Translated programs are loaded by a stock framework, and compute what the originals compute.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::oracle::oracle;
use crate::translate::{built_in, names, translated};
use opgen::translate::print::Form;

/// The models that are run besides operators, by their names' beginnings.
const MODELS: [&str; 4] = ["model_lenet", "model_squeezenet1_1", "text_encoder_infer", "text_bert_infer"];
/// How many programs of one operator are run.
const OPERATORS: usize = 110;
/// How many of all must compute the same. Others draw random numbers, or have results that are not written.
const SAME: usize = 80;

#[test]
fn translated_programs_compute_the_same() {
    let Some(oracle) = oracle() else { return };
    let versions = ["OPGEN_PADDLE_PYTHON", "OPGEN_PADDLE3_PYTHON"].map(std::env::var);
    let [Ok(old), Ok(new)] = versions else {
        assert!(std::env::var_os("CI").is_none(), "CI must name the frameworks");
        eprintln!("skipped: OPGEN_PADDLE_PYTHON and OPGEN_PADDLE3_PYTHON must name Pythons with 2.6 and 3.0");
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("translate_run");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be created");
    let programs = oracle.join("translate/programs");
    let operators = names(&programs, "pdmodel").into_iter().filter(|name| name.starts_with("op_")).take(OPERATORS);
    let chosen: Vec<String> = operators.chain(MODELS.map(str::to_owned)).collect();
    let (facts, translate) = built_in("paddle-3.0");
    let mut ran = Vec::new();
    for name in &chosen {
        let path = programs.join(format!("{name}.pdmodel"));
        let text = translated(&fs::read(&path).expect("it is there"), &facts, translate, Form::Json);
        // A process for each: some operators end it.
        let said = python(&old, &folder, "original", &[&path.to_string_lossy()]);
        if let Some(text) = text.filter(|_| said.starts_with("ran ")) {
            fs::write(folder.join(format!("{name}.json")), text).expect("it is writable");
            ran.push(name.as_str());
        }
    }
    let said = python(&new, &folder, "translated", &ran);
    let same = said.lines().filter(|line| line.starts_with("same ")).count();
    assert!(same >= SAME, "only {same} of {} compute the same:\n{said}", ran.len());
}

fn python(program: &str, folder: &Path, mode: &str, names: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/saved_programs.py");
    let output =
        Command::new(program).arg(script).arg(mode).arg(folder).args(names).env("GLOG_minloglevel", "3").output();
    String::from_utf8_lossy(&output.expect("Python runs").stdout).into_owned()
}
