//! A stock framework loads translated programs, and they compute what the originals compute.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::model::encoded;
use crate::oracle::oracle;
use crate::skip::skip;
use crate::translate::{built_in, names, translated};
use opgen::translate::print::Form;

/// Models that are run in addition to single operators.
const MODELS: [&str; 16] = [
    "model_googlenet",
    "model_inception_v3",
    "model_lenet",
    "model_mobilenet_v1",
    "model_mobilenet_v3_small",
    "model_resnext50",
    "model_seg_dynamic_shape",
    "model_shufflenet_v2",
    "model_squeezenet1_1",
    "model_vgg11",
    "model_vgg16_bn",
    "model_wide_resnet50",
    "model_yolo_head",
    "text_bert_infer",
    "text_crnn_infer",
    "text_encoder_infer",
];
/// How many programs of one operator are run.
const OPERATORS: usize = 40;
/// How many programs must compute the same. The others draw random numbers, have results that are not written, or are refused.
const SAME: usize = 45;
/// How many originals one process runs. Some operators crash it.
const IN_A_PROCESS: usize = 25;

#[test]
fn translated_programs_compute_the_same() {
    let Some(oracle) = oracle() else { return };
    let Some([old, of_3_0, of_3_3]) = frameworks() else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("translate_run");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be created");
    let programs = oracle.join("translate/programs");
    let operators = names(&programs, "pdmodel").into_iter().filter(|name| name.starts_with("op_")).take(OPERATORS);
    let chosen: Vec<String> = operators.chain(MODELS.map(str::to_owned)).collect();
    let path = |name: &str| programs.join(format!("{name}.pdmodel"));
    let ran = run_originals(&old, &folder, &chosen.iter().map(|name| path(name)).collect::<Vec<_>>());
    for (profile, python_of) in [("paddle-3.0", of_3_0), ("paddle-3.3", of_3_3)] {
        let said = run_translated(&python_of, profile, &folder, &ran.iter().map(|name| path(name)).collect::<Vec<_>>());
        let same = said.lines().filter(|line| line.starts_with("same ")).count();
        assert!(same >= SAME, "{profile}: only {same} of {} compute the same:\n{said}", ran.len());
    }
}

#[test]
fn replaced_operators_compute_the_same() {
    let Some([old, of_3_0, of_3_3]) = frameworks() else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replaced_operators");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be created");
    let mut programs = written("old-operators", &folder);
    let ran = run_originals(&old, &folder, &programs);
    assert_eq!(ran.len(), programs.len(), "only these ran: {ran:?}");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/older_operators.py");
    let status = Command::new(&old).arg(script).arg(&folder).status().expect("Python runs");
    assert!(status.success(), "NumPy computes no results");
    programs.extend(written("older-operators", &folder));
    for (profile, python_of) in [("paddle-3.0", of_3_0), ("paddle-3.3", of_3_3)] {
        let said = run_translated(&python_of, profile, &folder, &programs);
        let same = said.lines().filter(|line| line.starts_with("same ")).count();
        assert_eq!(same, programs.len(), "{profile}:\n{said}");
    }
}

/// Writes the programs of a case.
fn written(case: &str, folder: &Path) -> Vec<PathBuf> {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/translate").join(case);
    let write = |name: String| {
        let text = fs::read_to_string(case.join(format!("{name}.json"))).expect("it is there");
        let program = folder.join(name.replace(".program", ".pdmodel"));
        fs::write(&program, encoded(&text).expect("it is a program")).expect("it is writable");
        program
    };
    names(&case, "json").into_iter().map(write).collect()
}

/// The Pythons with 2.6, 3.0 and 3.3.
fn frameworks() -> Option<[String; 3]> {
    let versions = ["OPGEN_PADDLE_PYTHON", "OPGEN_PADDLE3_PYTHON", "OPGEN_CONVERT_PYTHON"].map(std::env::var);
    let [Ok(old), Ok(of_3_0), Ok(of_3_3)] = versions else {
        skip(
            "OPGEN_PADDLE_PYTHON, OPGEN_PADDLE3_PYTHON and OPGEN_CONVERT_PYTHON must name Pythons with 2.6, 3.0 and 3.3",
        );
        return None;
    };
    Some([old, of_3_0, of_3_3])
}

/// Runs programs, and returns the names of those that did.
fn run_originals(old: &str, folder: &Path, programs: &[PathBuf]) -> Vec<String> {
    let mut ran = Vec::new();
    for some in programs.chunks(IN_A_PROCESS) {
        let paths: Vec<String> = some.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        let said = python(old, folder, "original", &paths);
        ran.extend(said.lines().filter_map(|line| line.strip_prefix("ran ")).map(str::to_owned));
    }
    ran
}

/// Translates programs and runs what can be translated. Returns what the framework says.
fn run_translated(python_of: &str, profile: &str, folder: &Path, programs: &[PathBuf]) -> String {
    let (facts, translate) = built_in(profile);
    let mut translatable = Vec::new();
    for program in programs {
        let name = program.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let bytes = fs::read(program).expect("it is there");
        if let Some(text) = translated(&bytes, &facts, translate, Form::Json) {
            fs::write(folder.join(format!("{name}.json")), text).expect("it is writable");
            translatable.push(name);
        }
    }
    python(python_of, folder, "translated", &translatable)
}

fn python(program: &str, folder: &Path, mode: &str, names: &[String]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/saved_programs.py");
    let output =
        Command::new(program).arg(script).arg(mode).arg(folder).args(names).env("GLOG_minloglevel", "3").output();
    String::from_utf8_lossy(&output.expect("Python runs").stdout).into_owned()
}
